"""Create the jobs that write and import archives."""

from __future__ import annotations

from datetime import datetime

from accounts.models import User
from assess.exchange.archive.intake.removal import marks
from assess.exchange.archive.jobs import BRINGING, MAKING
from assess.exchange.archive.pseudonyms import Hidden
from jobs.actions import create_job
from jobs.models import Job
from runs.models import Track
from runs.uploads import Stored


def create_archive(
    track: Track, *, hidden: Hidden, by: User | None, now: datetime
) -> Job:
    """Create the job that archives a track; the caller rings for it."""
    return create_job(
        MAKING,
        scope=track.uuid,
        owner=by,
        title=f"Archive of {track}",
        params=hidden._asdict(),
        now=now,
    )


def create_arrival(
    stored: Stored, *, filename: str, by: User | None, now: datetime, path: str = ""
) -> Job:
    """Create the job that imports an archive; the caller rings for it.

    path: a file on the server instead of a stored upload; its size is not limited.
    """
    return create_job(
        BRINGING,
        scope=None,
        owner=by,
        title=f"Import the archive {filename}",
        params={"sha256": stored.sha256, "path": path, **marks()},
        now=now,
    )
