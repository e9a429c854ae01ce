"""Changes of a snapshot."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import transaction

from accounts.models import User
from assess.exchange.models import Snapshot
from assess.exchange.snapshots.requests import Asked
from jobs.actions import create_job
from jobs.models import Job
from runs.models import Track
from runs.uploads import Stored


def take_snapshot(
    track: Track, title: str, asked: Asked, *, by: User | None, now: datetime
) -> tuple[Snapshot, Job]:
    """Create a snapshot with the job that fills it; the caller rings."""
    with transaction.atomic():
        snapshot = Snapshot.objects.create(
            track=track, title=title, asked=dict(asked), by=by, created_at=now
        )
        job = create_job(
            "export",
            scope=track.uuid,
            owner=by,
            title=f"Snapshot: {title}",
            params={"snapshot": str(snapshot.uuid)},
            now=now,
        )
        snapshot.job = job.uuid
        snapshot.save(update_fields=["job"])
    return snapshot, job


def fill_snapshot(
    snapshot: Snapshot,
    stored: Stored,
    *,
    filename: str,
    manifest: dict[str, Any],
    now: datetime,
) -> bool:
    """Record the content of a snapshot; return False, unchanged, if it has one."""
    return bool(
        Snapshot.objects.filter(pk=snapshot.pk, made_at=None).update(
            made_at=now,
            filename=filename,
            sha256=stored.sha256,
            size=stored.size,
            manifest=manifest,
        )
    )


def delete_snapshot(snapshot: Snapshot, *, now: datetime) -> None:
    """Remove a snapshot from the pages; its row and its content stay."""
    Snapshot.objects.visible().filter(pk=snapshot.pk).update(deleted_at=now)
