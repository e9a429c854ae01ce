"""The archives that were written and imported, from their jobs."""

from __future__ import annotations

from accounts.models import User
from assess.exchange.archive.jobs import BRINGING, MAKING
from jobs.models import Job, JobQuerySet
from runs.models import Track


def made_archives(track: Track) -> JobQuerySet:
    """Return the jobs that archived a track, newest first."""
    jobs = Job.objects.for_scope(track.uuid).filter(kind=MAKING)
    return jobs.select_related("owner").with_failure_count()


def arrivals_of(user: User) -> JobQuerySet:
    """Return the jobs by which a person imported archives, newest first."""
    jobs = Job.objects.filter(kind=BRINGING, owner=user).order_by("-created", "-pk")
    return jobs.with_failure_count()
