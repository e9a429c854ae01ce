"""The pace of each piece of work, in a fixed number of queries."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import F, Max, QuerySet, Sum, Value

from assess.judging.kernel.pace import median_seconds, seconds_left, share_in
from assess.judging.kinds import Kind, all_kinds, get_kind
from assess.judging.labels.availability import at_hand_in
from assess.judging.models import Allocation, Change, Judge, Label
from assess.judging.work.overview import Work
from assess.judging.work.steps import TimeTaken, taken_reading
from config.operations.readings import Reading, ask, read, together

ALARM = 0.4  # from this share of relevant segments on, a grader may be too lenient

Key = tuple[int, int, int, int, int]  # track, person, topic, round, repeat


class Pace(NamedTuple):
    """One piece of work and its pace; unknown values are None.

    relevant: the share of graded segments that are relevant, for relevance only. last:
    the time of its person's last action. seconds: the median active time of an item;
    left: the seconds that the rest takes at that pace; active: all of its active time
    so far, in seconds.
    """

    work: Work
    relevant: float | None
    last: datetime | None
    seconds: float | None
    left: float | None
    active: float | None

    @property
    def is_lenient(self) -> bool:
        """Return whether so much is relevant that an organizer should look."""
        return self.relevant is not None and self.relevant > ALARM


class _GivenLabels(NamedTuple):
    values: list[str]  # of the labels with a value
    active: list[int]  # milliseconds over each of these
    spent: list[int]  # milliseconds over each label, including those taken back


def paces_of(works: Sequence[Work]) -> list[Pace]:
    """Return the pace of each piece of work."""
    rows = [work.allocation for work in works]
    kinds = _kinds_in(rows)
    taken, labelled, times, labels = read(
        together(
            taken_reading(rows),
            _last_labels(rows),
            _times_of(kinds, rows),
            ask(*(_keyed(kind, rows) for kind in kinds)),
        )
    )
    last = {**labelled, **{pk: steps.last for pk, steps in taken.items()}}
    given: dict[tuple[str, Key], _GivenLabels] = defaultdict(
        lambda: _GivenLabels([], [], [])
    )
    for kind, own in zip(kinds, labels, strict=True):
        for pk, *key, value in own:
            place = (kind.name, (key[0], key[1], key[2], key[3], key[4]))
            _count(given[place], value, times.get((kind.name, pk)))
    paces = [
        _pace(work, given[work.screen.name, _key(work.allocation)], last)
        for work in works
    ]
    return [_with_steps(pace, taken.get(pace.work.allocation.pk)) for pace in paces]


def _with_steps(pace: Pace, steps: TimeTaken | None) -> Pace:
    if steps is None or steps.active_ms is None:
        return pace
    return pace._replace(active=steps.active_ms / 1000)


def _count(found: _GivenLabels, value: str, active: int | None) -> None:
    if value:
        found.values.append(value)
    if active is not None:
        found.spent.append(active)
    if value and active is not None:
        found.active.append(active)


def _pace(work: Work, given: _GivenLabels, last: dict[int, datetime]) -> Pace:
    seconds = median_seconds(given.active)
    relevant = None
    kind = get_kind(work.screen.name) if given.values else None
    if kind and kind.relevant:
        relevant = share_in(given.values, kind.relevant(work.allocation.track))
    left = None if work.progress.note else seconds_left(work.progress.left, seconds)
    active = sum(given.spent) / 1000 if given.spent else None
    return Pace(work, relevant, last.get(work.allocation.pk), seconds, left, active)


def _key(work: Allocation) -> Key:
    return work.track_id, work.assessor_id, work.topic_id, work.round, work.repeat


def _kinds_in(rows: Iterable[Allocation]) -> list[Kind]:
    names = {row.work for row in rows}
    return [kind for kind in all_kinds() if kind.name in names]


def _judges(rows: Iterable[Allocation]) -> QuerySet[Judge]:
    return Judge.objects.people().filter(
        track__in={row.track_id for row in rows},
        user__in={row.assessor_id for row in rows},
    )


def _labels(kind: Kind, rows: Iterable[Allocation]) -> QuerySet[Label]:
    own = [row for row in rows if row.work == kind.name]
    topics = {f"{kind.topic}__in": {row.topic_id for row in own}}
    here = at_hand_in(kind, (row.track for row in own))
    return kind.model.objects.filter(here, judge__in=_judges(own), **topics).order_by()


def _keyed(kind: Kind, rows: Iterable[Allocation]) -> QuerySet[Label, Any]:
    """Return each available label: its number, its person and place, its value."""
    turn = ("round", "repeat")
    fields = ("pk", "judge__track", "judge__user", kind.topic, *turn, "value")
    return _labels(kind, rows).values_list(*fields)


def _times_of(
    kinds: Sequence[Kind], rows: Iterable[Allocation]
) -> Reading[dict[tuple[str, int], int]]:
    """Return the active milliseconds of all changes of each available label."""
    parts = []
    for kind in kinds:
        own = _labels(kind, rows).values("pk")
        changes = Change.objects.filter(kind=kind.name, label_id__in=own)
        timed = changes.exclude(active_ms=None).order_by()
        keyed = timed.values("kind", "label_id").annotate(ms=Sum("active_ms"))
        parts.append(keyed.values_list("kind", "label_id", "ms"))
    every = yield parts
    return {(kind, label): ms for own in every for kind, label, ms in own}


def last_acts(rows: Sequence[Allocation]) -> dict[int, datetime]:
    """Return the time of the last action on each piece of work that has one."""
    return read(last_acts_reading(rows))


def last_acts_reading(rows: Sequence[Allocation]) -> Reading[dict[int, datetime]]:
    """Return the time of the last action on each piece of work that has one."""
    taken, last = yield from together(taken_reading(rows), _last_labels(rows))
    return {**last, **{pk: one.last for pk, one in taken.items()}}


def _last_labels(rows: Sequence[Allocation]) -> Reading[dict[int, datetime]]:
    """Return the time of the last label of each piece of work."""
    found = yield [_last_of(kind, rows) for kind in _kinds_in(rows)]
    at = {(kind, tuple(key)): last for own in found for kind, *key, last in own}
    every = ((row.pk, (row.work, _key(row))) for row in rows)
    return {pk: at[key] for pk, key in every if key in at}


def _last_of(kind: Kind, rows: Sequence[Allocation]) -> QuerySet[Any]:
    named = _labels(kind, rows).annotate(
        of_kind=Value(kind.name), of_topic=F(kind.topic)
    )
    ways = ("of_kind", "judge__track", "judge__user", "of_topic", "round", "repeat")
    sums: QuerySet[Any] = named.values(*ways).annotate(last=Max("at"))
    return sums.values_list(*ways, "last")
