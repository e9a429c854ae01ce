"""What waits for a track's organizers: flags, failures, work that nobody holds."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, QuerySet
from django.urls import reverse

from assess.judging.models import Adjudication, Allocation, Slot, Thread
from jobs.models import Job, JobState
from runs.models import Import, Track

RECENT = timedelta(days=7)


class WaitingMatter(NamedTuple):
    """One sort of matter: how many there are, one and several in words, their page."""

    number: int
    one: str
    several: str
    url: str

    def __str__(self) -> str:
        return f"{self.number:,} {self.one if self.number == 1 else self.several}"


def matters_waiting(track: Track, *, now: datetime) -> list[WaitingMatter]:
    """Return the sorts of matters of which there are any, the most urgent first.

    A failed job counts for seven days.
    """
    held = Allocation.objects.filter(slot=OuterRef("pk"), released_at=None)
    sorts: tuple[tuple[QuerySet[Any], str, str, str], ...] = (
        (
            Thread.objects.open().filter(allocation__track=track),
            "open flag or question",
            "open flags or questions",
            "assess:threads",
        ),
        (
            Import.objects.filter(track=track, state=Import.REFUSED),
            "refused import",
            "refused imports",
            "runs:imports",
        ),
        (
            Job.objects.for_scope(track.uuid).filter(
                state=JobState.FAILED, finished__gte=now - RECENT
            ),
            "failed job",
            "failed jobs",
            "jobs:list",
        ),
        (
            Slot.objects.queued().filter(~Exists(held), track=track),
            "unclaimed topic in queues",
            "unclaimed topics in queues",
            "assess:allocations",
        ),
        (
            Adjudication.objects.filter(track=track, closed_at=None),
            "open adjudication",
            "open adjudications",
            "assess:adjudications",
        ),
    )
    counted = [
        WaitingMatter(rows.count(), one, several, reverse(page, args=[track.uuid]))
        for rows, one, several, page in sorts
    ]
    return [each for each in counted if each.number]
