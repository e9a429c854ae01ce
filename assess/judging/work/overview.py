"""The state of work and tracks: counts for pages, in a fixed number of queries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Count, QuerySet

from accounts.models import User
from assess.judging.models import Allocation
from assess.judging.screens import Progress, Screen, all_screens, progress_of
from jobs.models import Job
from runs.models import Import, Run, Topic, Track


class Work(NamedTuple):
    """An allocation and its progress."""

    allocation: Allocation
    screen: Screen
    progress: Progress

    @property
    def is_done(self) -> bool:
        """Return whether it was finished and has no new items since."""
        return bool(self.allocation.finished_at) and not self.progress.left


class Person(NamedTuple):
    """The pieces of work of one assessor in a track."""

    user: User
    open: int
    finished: int

    @property
    def total(self) -> int:
        """Return how many pieces there are."""
        return self.open + self.finished


class NextStep(NamedTuple):
    """What an organizer does next in a track: in words, and the name of its page."""

    words: str
    page: str


@dataclass
class Waiting:
    """The contents and the pending work of one of an organizer's tracks."""

    track: Track
    topics: int = 0
    runs: int = 0
    open_work: int = 0
    jobs: int = 0
    refused: int = 0

    @property
    def step(self) -> NextStep:
        """Return what comes next."""
        if not self.topics:
            return NextStep("Import topics", "runs:import_new")
        if not self.runs:
            return NextStep("Add runs", "runs:import_new")
        if not self.open_work:
            return NextStep("Hand out work", "assess:hand_out")
        return NextStep("See the progress", "assess:track")


def work_of(allocations: QuerySet[Allocation]) -> list[Work]:
    """Return allocations with their progress, without those that have no page."""
    return as_work(list(allocations.select_related("track", "topic", "assessor")))


def as_work(rows: Sequence[Allocation]) -> list[Work]:
    """Return rows with their progress, without those that have no page."""
    screens = {screen.name: screen for screen in all_screens()}
    progress = progress_of(rows)
    return [
        Work(row, screens[row.work], progress[row.pk])
        for row in rows
        if row.work in screens
    ]


def as_planned(rows: Sequence[Allocation]) -> list[Work]:
    """Return rows that are not stored with the progress that they would have.

    Rows without a person represent anybody who has given no label yet.
    """
    for place, row in enumerate(rows, start=1):
        row.pk = -place  # progress is by row number; no stored row has this one
    return as_work(rows)


def people_of(allocations: QuerySet[Allocation]) -> list[Person]:
    """Return the work of each assessor, by name."""
    pieces = {
        assessor: (number - finished, finished)
        for assessor, number, finished in allocations.order_by()
        .values_list("assessor")
        .annotate(number=Count("pk"), finished=Count("finished_at"))
    }
    users = User.objects.filter(pk__in=pieces).order_by("username")
    return [Person(user, *pieces[user.pk]) for user in users]


def waiting_in(tracks: Sequence[Track]) -> list[Waiting]:
    """Return the contents and pending work of some tracks, in five queries."""
    topics = _by_track(Topic.objects.filter(track__in=tracks))
    runs = _by_track(Run.objects.visible().filter(track__in=tracks))
    work = _by_track(Allocation.objects.open().filter(track__in=tracks))
    refused = _by_track(Import.objects.filter(track__in=tracks, state=Import.REFUSED))
    jobs = _jobs([track.uuid for track in tracks])
    return [
        Waiting(
            track,
            topics=topics[track.pk],
            runs=runs[track.pk],
            open_work=work[track.pk],
            jobs=jobs[track.uuid],
            refused=refused[track.pk],
        )
        for track in tracks
    ]


def _by_track(rows: QuerySet[Any]) -> Counter[int]:
    return Counter(dict(rows.order_by().values_list("track").annotate(n=Count("pk"))))


def _jobs(scopes: Sequence[UUID]) -> Counter[UUID]:
    rows = Job.objects.unfinished().filter(scope__in=scopes).order_by()
    return Counter(dict(rows.values_list("scope").annotate(number=Count("pk"))))
