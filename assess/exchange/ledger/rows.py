"""The calls that belong to a track."""

from __future__ import annotations

from django.db.models import Q

from jobs.models import Job
from llm.models import Call, CallQuerySet
from runs.models import Track


def calls_of(track: Track) -> CallQuerySet:
    """Return the calls that a track's jobs made, and those that a file brought it."""
    jobs = Job.objects.filter(scope=track.uuid).values("uuid")
    own = Q(scope=track.uuid) | Q(job__in=jobs, scope=None) | Q(came_with=track.uuid)
    return Call.objects.filter(own)
