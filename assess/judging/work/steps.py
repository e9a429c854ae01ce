"""When people acted on their work, and their active time.

For judging these come from the changes of labels, for other work from its steps.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import chain
from typing import Any, NamedTuple

from django.db.models import F, Max, Q, QuerySet, Sum, UUIDField, Value
from django.db.models.functions import Cast
from django.utils.timezone import localtime

from accounts.models import User
from assess.judging.kinds import get_kind
from assess.judging.models import Allocation, Change
from assess.judging.screens import SCREENS, Steps, all_screens, all_steps, get_screen
from config.operations.readings import Reading, read


class Spent(NamedTuple):
    """Active time over one allocation: today's, and all of it."""

    today: timedelta
    total: timedelta


class TimeTaken(NamedTuple):
    """The steps of one allocation's person: the last, and the active milliseconds.

    The latter are None if no step has a time.
    """

    last: datetime
    active_ms: int | None


def _within(steps: Steps, works: Sequence[Allocation]) -> QuerySet[Any]:
    where: dict[str, Any] = {
        f"{steps.topic}__in": {work.topic_id for work in works},
        f"{steps.by}__in": {work.assessor_id for work in works},
    }
    if steps.subject:
        where[f"{steps.subject}__in"] = {work.subject for work in works if work.subject}
    return steps.rows().filter(**where)


def all_taken(works: Sequence[Allocation]) -> dict[int, TimeTaken]:
    """Return the steps of all work other than judging, by row number."""
    return read(taken_reading(works))


def taken_reading(works: Sequence[Allocation]) -> Reading[dict[int, TimeTaken]]:
    """Return the steps of all work other than judging, by row number."""
    own: dict[str, list[Allocation]] = defaultdict(list)
    for allocation in works:
        own[allocation.work].append(allocation)
    parts = [
        _summed(screen.name, screen.steps, own[screen.name])
        for screen in all_screens()
        if screen.steps and own[screen.name]
    ]
    every = yield parts
    found = {
        (work, topic, person, str(over or "")): TimeTaken(last, ms)
        for work, topic, person, over, last, ms in chain.from_iterable(every)
    }
    # Several allocations may have one key: released and taken again, or rounds.
    keys = {work.pk: _key(work) for work in works}
    return {pk: found[key] for pk, key in keys.items() if key in found}


def _key(allocation: Allocation) -> tuple[str, int, int, str]:
    steps = get_screen(allocation.work).steps if allocation.work in SCREENS else None
    over = allocation.subject if steps and steps.subject else ""
    return allocation.work, allocation.topic_id, allocation.assessor_id, over


def _summed(work: str, steps: Steps, works: Sequence[Allocation]) -> QuerySet[Any]:
    """Return the last step and the active time by topic, person and subject."""
    over = F(steps.subject) if steps.subject else Value(None)
    named = (
        _within(steps, works)
        .order_by()
        .annotate(
            of_work=Value(work),
            of_topic=F(steps.topic),
            of_person=F(steps.by),
            of_subject=Cast(over, UUIDField()),
        )
    )
    ways = ("of_work", "of_topic", "of_person", "of_subject")
    sums: QuerySet[Any] = named.values(*ways).annotate(
        last=Max("at"), ms=Sum("active_ms")
    )
    return sums.values_list(*ways, "last", "ms")


def midnight(now: datetime) -> datetime:
    """Return the beginning of the day, in the zone of the requesting person."""
    return localtime(now).replace(hour=0, minute=0, second=0, microsecond=0)


def time_spent(work: Allocation, *, now: datetime) -> Spent:
    """Return the active time of an allocation's person over it."""
    today = Sum("active_ms", filter=Q(at__gte=midnight(now)))
    found = _acts(work).aggregate(total=Sum("active_ms"), today=today)
    return Spent(_span(found["today"]), _span(found["total"]))


def _acts(allocation: Allocation) -> QuerySet[Any]:
    steps = get_screen(allocation.work).steps
    if steps:
        return _within(steps, [allocation])
    kind = get_kind(allocation.work)
    labels = kind.model.objects.filter(
        judge__user=allocation.assessor_id,
        judge__track=allocation.track_id,
        round=allocation.round,
        repeat=allocation.repeat,
        **{kind.topic: allocation.topic_id},
    )
    return Change.objects.filter(
        kind=kind.name, actor=allocation.assessor_id, label_id__in=labels.values("pk")
    )


def active_since(person: User, since: datetime) -> timedelta:
    """Return a person's active time over all their work since a moment."""
    labels = Change.objects.filter(actor=person)
    others = (steps for steps in all_steps() if not steps.are_changes)
    own = [steps.rows().filter(**{steps.by: person}) for steps in others]
    parts = [
        acts.filter(at__gte=since)
        .order_by()
        .values(one=Value(1))
        .annotate(ms=Sum("active_ms"))
        .values_list("ms", flat=True)
        for acts in (labels, *own)
    ]
    sums = parts[0].union(*parts[1:], all=True)
    return sum(map(_span, sums), timedelta())


def _span(milliseconds: int | None) -> timedelta:
    return timedelta(milliseconds=milliseconds or 0)
