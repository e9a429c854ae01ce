"""The size of work: topics, labels to give, and the time that they take.

The time is the number of labels times the median active time of people in the track for
one label of the same kind, over the last LATEST labels. Without any measured time it is
None.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from copy import copy
from typing import Any, NamedTuple

from django.db.models import QuerySet, Sum

from accounts.models import User
from assess.judging.kernel.pace import duration_words, median_seconds, seconds_left
from assess.judging.kinds import Kind, all_kinds
from assess.judging.labels.availability import counted_labels
from assess.judging.models import Allocation, Change, Judge, Slot
from assess.judging.queues.actions import planned_from
from assess.judging.screens import Screen
from assess.judging.work.overview import Work, as_planned
from assess.judging.work.steps import taken_reading
from config.operations.readings import Reading, read, together
from runs.models import Track

LATEST = 2_000  # labels: enough for a median


class WorkloadPace(NamedTuple):
    """The median active seconds of one item, None if none of n was measured."""

    seconds: float | None
    n: int


UNMEASURED = WorkloadPace(None, 0)


class Workload(NamedTuple):
    """The size of some work of one type.

    pieces: topics, counted once per person. labels: how many are still to be given,
    None for work without labels. seconds: the total time.
    """

    topics: int
    pieces: int
    labels: int | None
    seconds: float | None

    def __str__(self) -> str:
        words = [counted(self.topics, "topic")]
        if self.labels is not None:
            words.append(counted(self.labels, "label"))
        if self.seconds:
            words.append(f"about {duration_words(self.seconds)}")
        return ", ".join(words)


def counted(number: int, noun: str) -> str:
    """Return "1 topic", "1,200 topics"."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def label_kind(screen: Screen) -> Kind | None:
    """Return the kind of label that work gives, None for work without labels."""
    name = screen.settles or screen.name
    return next((kind for kind in all_kinds() if kind.name == name), None)


def workload_of(
    works: Sequence[Work], pace: WorkloadPace, *, anew: bool = False
) -> Workload:
    """Return the size of some work of one type; anew: for another person."""
    topics = {work.allocation.topic_id for work in works}
    labels: int | None = None
    items = sum(not work.is_done for work in works)
    if works and label_kind(works[0].screen):
        items = labels = sum(map(_anew if anew else _left, works))
    seconds = seconds_left(items, pace.seconds)
    return Workload(len(topics), len(works), labels, seconds)


def _left(work: Work) -> int:
    return work.progress.left


def _anew(work: Work) -> int:
    """Return the labels for a person who has given none; settled ones remain."""
    done = work.progress.done if work.screen.settles else 0
    return work.progress.total - done


class Heap(NamedTuple):
    """A person's or a queue's work of one type, and its size."""

    screen: Screen
    works: list[Work]
    work: Workload

    def __str__(self) -> str:
        return f"{self.screen.title}: {self.work}"


def heaps(track: Track, works: Iterable[Work], *, anew: bool = False) -> list[Heap]:
    """Return work of a track by kind and round, with its time."""
    found: dict[tuple[str, int], list[Work]] = defaultdict(list)
    for work in works:
        found[work.screen.name, work.allocation.round].append(work)
    paces = read(
        together(
            *(
                _pace(track, own[0].screen, round=own[0].allocation.round)
                for own in found.values()
            )
        )
    )
    return [
        Heap(own[0].screen, own, workload_of(own, pace, anew=anew))
        for own, pace in zip(found.values(), paces, strict=True)
    ]


def passed_on(track: Track, works: Iterable[Work], to: User | None) -> list[Heap]:
    """Return the work that another person would have to do, None: anybody.

    Labels stay with the person who gave them, and others give their own.
    """
    if to is None:
        return heaps(track, works, anew=True)
    rows = [copy(work.allocation) for work in works]
    for row in rows:
        row.assessor = to
    return heaps(track, as_planned(rows))


def queued(track: Track, slots: Iterable[Slot]) -> list[Heap]:
    """Return the work in some slots of a shared queue."""
    rows = []
    for slot in slots:
        rows.append(planned_from(slot))
        rows[-1].track, rows[-1].topic = track, slot.topic
    return heaps(track, as_planned(rows))


def pace_in(track: Track, screen: Screen, *, round: int = 0) -> WorkloadPace:
    """Return the time that people of a track take for one label, or for one topic.

    The topic counts in work without labels. Post-edited labels are a separate round,
    with times of their own.
    """
    return read(_pace(track, screen, round=round))


def _pace(track: Track, screen: Screen, *, round: int) -> Reading[WorkloadPace]:
    kind = label_kind(screen)
    if kind:
        settled = bool(screen.settles)
        [times] = yield [_label_times(track, kind, settled=settled, round=round)]
    else:
        times = yield from _topic_times(track, screen)
    return WorkloadPace(median_seconds(times), len(times))


def _label_times(
    track: Track, kind: Kind, *, settled: bool, round: int
) -> QuerySet[Any, Any]:
    """Return the active milliseconds of each of the last labels, over all changes."""
    by = {
        "judge__track": track,
        "judge__kind": Judge.ADJUDICATION if settled else Judge.PERSON,
    }
    given = counted_labels(kind, track).filter(**by, round=round)
    labels = given.values("pk")
    changes = Change.objects.filter(kind=kind.name, **by, label_id__in=labels)
    timed = changes.exclude(active_ms=None).order_by().values("label_id")
    each = timed.annotate(ms=Sum("active_ms")).order_by("-label_id")
    return each.values_list("ms", flat=True)[:LATEST]


def _topic_times(track: Track, screen: Screen) -> Reading[list[int]]:
    """Return the active milliseconds of each finished topic."""
    done = Allocation.objects.at_hand().filter(
        track=track, work=screen.name, finished_at__isnull=False
    )
    [works] = yield [done]
    taken = yield from taken_reading(works)
    return [one.active_ms for one in taken.values() if one.active_ms is not None]
