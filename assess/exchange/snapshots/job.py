"""The job that creates a snapshot."""

from __future__ import annotations

from collections.abc import Iterator

from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from assess.exchange.exports.registry import CannotExport
from assess.exchange.models import Snapshot
from assess.exchange.snapshots.actions import fill_snapshot
from assess.exchange.snapshots.contents import Content, content_of
from jobs.registry import JobError, job_kind
from jobs.run import Running
from runs.kernel.formats.writers import CannotWrite
from runs.uploads import CHUNK, Stored, store


@job_kind("export", title="Snapshot")
def make_snapshot(running: Running) -> dict[str, object]:
    """Create a snapshot's content, unless it exists already."""
    own = Snapshot.objects.filter(track__uuid=running.scope)
    rows = own.select_related("track")
    snapshot = rows.get(uuid=str(running.params["snapshot"]))

    def progress(done: int, total: int, message: str) -> None:
        running.check()
        running.step(done, total, message)

    if snapshot.made_at is None:
        try:
            with content_of(
                snapshot.track, snapshot.asked, progress=progress
            ) as content:
                _fill(running, snapshot, content)
        except (CannotExport, CannotWrite) as error:
            raise JobError(told(error)) from error
        snapshot.refresh_from_db()
    running.step(1, 1)
    return {
        "sha256": snapshot.sha256,
        "link": reverse("assess:snapshot", args=[snapshot.track.uuid, snapshot.uuid]),
    }


def told(error: Exception) -> str:
    """Return a refusal with its places, one line each."""
    return "\n".join([str(error), *getattr(error, "places", [])])


def _fill(running: Running, snapshot: Snapshot, content: Content) -> None:
    stored: Stored = store(_chunks(content))
    with transaction.atomic():
        running.fence()
        fill_snapshot(
            snapshot,
            stored,
            filename=content.filename,
            manifest=content.manifest,
            now=timezone.now(),
        )


def _chunks(content: Content) -> Iterator[bytes]:
    while chunk := content.source.read(CHUNK):
        yield chunk
