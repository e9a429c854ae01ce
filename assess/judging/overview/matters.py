"""What waits for a track's organizers: flags, failures, work that nobody holds."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from typing import NamedTuple

from django.db.models import Exists, OuterRef
from django.urls import reverse

from assess.judging.models import Adjudication, Allocation, Slot, Thread
from assess.judging.overview.disagreements import open_disagreements
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


class MatterSort(NamedTuple):
    """A sort of matter: how many, one and several in words, its page's name."""

    number: Callable[[], int]
    one: str
    several: str
    page: str


def matters_waiting(track: Track, *, now: datetime) -> list[WaitingMatter]:
    """Return the sorts of matters of which there are any, the most urgent first.

    A failed job counts for seven days.
    """
    counted = [
        WaitingMatter(number(), one, several, reverse(page, args=[track.uuid]))
        for number, one, several, page in _sorts(track, now=now)
    ]
    return [each for each in counted if each.number]


def _sorts(track: Track, *, now: datetime) -> tuple[MatterSort, ...]:
    threads = Thread.objects.open().filter(allocation__track=track)
    refused = Import.objects.filter(track=track, state=Import.REFUSED)
    held = Allocation.objects.filter(slot=OuterRef("pk"), released_at=None)
    unclaimed = Slot.objects.queued().filter(~Exists(held), track=track)
    disputes = Adjudication.objects.filter(track=track, closed_at=None)
    return (
        MatterSort(
            threads.count,
            "open flag or question",
            "open flags or questions",
            "assess:threads",
        ),
        MatterSort(refused.count, "refused import", "refused imports", "runs:imports"),
        *_of_jobs(track, now=now),
        MatterSort(
            unclaimed.count,
            "unclaimed topic in queues",
            "unclaimed topics in queues",
            "assess:allocations",
        ),
        MatterSort(
            disputes.count,
            "open adjudication",
            "open adjudications",
            "assess:adjudications",
        ),
        MatterSort(
            partial(open_disagreements, track),
            "unsettled disagreement of people",
            "unsettled disagreements of people",
            "assess:adjudication_new",
        ),
    )


def _of_jobs(track: Track, *, now: datetime) -> tuple[MatterSort, ...]:
    jobs = Job.objects.for_scope(track.uuid)
    failed = jobs.filter(state=JobState.FAILED, finished__gte=now - RECENT)
    stopped = jobs.filter(state=JobState.STOPPED)
    one, several = "job stopped by its budget", "jobs stopped by their budgets"
    return (
        MatterSort(failed.count, "failed job", "failed jobs", "jobs:list"),
        MatterSort(stopped.count, one, several, "jobs:list"),
    )
