"""Rows of the jobs app, and a fixed clock."""

from datetime import UTC, datetime

from accounts.models import User
from jobs.actions import create_job
from jobs.models import Job

NOW = datetime(2026, 1, 5, 9, tzinfo=UTC)


def make_job(
    *, kind: str = "nothing", owner: User | None = None, **fields: object
) -> Job:
    """Queue a job; `fields` overwrite columns afterwards."""
    made = create_job(
        kind, scope=None, owner=owner, title="Draft nuggets", params={}, now=NOW
    )
    if fields:
        Job.objects.filter(pk=made.pk).update(**fields)
        made.refresh_from_db()
    return made
