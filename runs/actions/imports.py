"""Start an import: its row, and its job."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction

from accounts.models import User
from jobs.actions import create_job
from jobs.models import Job
from runs.models import Import, Track
from runs.uploads import Stored


def create_import(
    track: Track,
    kind: str,
    stored: Stored,
    *,
    filename: str,
    params: Mapping[str, object],
    by: User | None,
    now: datetime,
) -> tuple[Import, Job]:
    """Create an import of a stored file, and the job that the caller rings for.

    `params` come from the kind's form or command; `path` in them names a file on the
    server instead of a stored upload.
    """
    with transaction.atomic():
        row = Import.objects.create(
            track=track,
            kind=kind,
            filename=filename,
            sha256=stored.sha256,
            size=stored.size,
            params=dict(params),
            by=by,
        )
        job = create_job(
            "import",
            scope=track.uuid,
            owner=by,
            title=f"Import {filename}",
            params={"import": str(row.uuid)},
            now=now,
        )
        row.job = job.uuid
        row.save(update_fields=["job"])
    return row, job
