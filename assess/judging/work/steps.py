"""When people acted on their work and how long they were active over it.

Where the work is judging, the changes of labels say so; elsewhere its steps do.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db.models import Max, Q, QuerySet, Sum
from django.utils.timezone import localtime

from accounts.models import User
from assess.judging.kinds import get_kind
from assess.judging.models import Allocation, Change
from assess.judging.screens import Steps, all_screens, all_steps, get_screen


class Spent(NamedTuple):
    """Active time over one allocation: today's, and all of it."""

    today: timedelta
    total: timedelta


class TimeTaken(NamedTuple):
    """The steps of one allocation's person: the last, and the active milliseconds.

    The latter are None where no step says.
    """

    last: datetime
    active_ms: int | None


def steps_taken(steps: Steps, works: Sequence[Allocation]) -> dict[int, TimeTaken]:
    """Return what each allocation's person did, by row number, in one statement."""
    ways = [way for way in (steps.topic, steps.by, steps.subject) if way]
    own = _within(steps, works).order_by().values_list(*ways)
    rows = own.annotate(last=Max("at"), ms=Sum("active_ms"))
    found = {tuple(map(str, key)): TimeTaken(last, ms) for *key, last, ms in rows}
    keys = {work.pk: _key(steps, work) for work in works}
    return {pk: found[key] for pk, key in keys.items() if key in found}


def _within(steps: Steps, works: Sequence[Allocation]) -> QuerySet[Any]:
    where: dict[str, Any] = {
        f"{steps.topic}__in": {work.topic_id for work in works},
        f"{steps.by}__in": {work.assessor_id for work in works},
    }
    if steps.subject:
        where[f"{steps.subject}__in"] = {work.subject for work in works if work.subject}
    return steps.rows().filter(**where)


def _key(steps: Steps, work: Allocation) -> tuple[str, ...]:
    key = (str(work.topic_id), str(work.assessor_id))
    return (*key, work.subject) if steps.subject else key


def all_taken(works: Sequence[Allocation]) -> dict[int, TimeTaken]:
    """Return the steps of all work that is no judging, by row number."""
    found: dict[int, TimeTaken] = {}
    for screen in all_screens():
        own = [work for work in works if work.kind == screen.name]
        if own and screen.steps:
            found |= steps_taken(screen.steps, own)
    return found


def midnight(now: datetime) -> datetime:
    """Return when the day began, in the zone of who asks."""
    return localtime(now).replace(hour=0, minute=0, second=0, microsecond=0)


def time_spent(work: Allocation, *, now: datetime) -> Spent:
    """Return how long an allocation's person was active over it."""
    today = Sum("active_ms", filter=Q(at__gte=midnight(now)))
    found = _acts(work).aggregate(total=Sum("active_ms"), today=today)
    return Spent(_span(found["today"]), _span(found["total"]))


def _acts(work: Allocation) -> QuerySet[Any]:
    steps = get_screen(work.kind).steps
    if steps:
        return _within(steps, [work])
    kind = get_kind(work.kind)
    labels = kind.model.objects.filter(
        judge__user=work.assessor_id,
        judge__track=work.track_id,
        round=work.round,
        **{kind.topic: work.topic_id},
    )
    return Change.objects.filter(
        kind=kind.name, actor=work.assessor_id, label_id__in=labels.values("pk")
    )


def active_since(person: User, since: datetime) -> timedelta:
    """Return how long a person was active over all their work since a moment."""
    labels = Change.objects.filter(actor=person)
    others = (steps for steps in all_steps() if not steps.are_changes)
    own = [steps.rows().filter(**{steps.by: person}) for steps in others]
    sums = [
        acts.filter(at__gte=since).aggregate(ms=Sum("active_ms"))["ms"]
        for acts in (labels, *own)
    ]
    return sum(map(_span, sums), timedelta())


def _span(milliseconds: int | None) -> timedelta:
    return timedelta(milliseconds=milliseconds or 0)
