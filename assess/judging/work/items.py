"""Queries of judging: own labels, progress, the last labels."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery, Sum

from assess.judging.kinds import Kind
from assess.judging.models import Allocation, Change, Judge
from assess.judging.screens import Progress
from assess.judging.skips import names_in, skips_in
from assess.judging.work.walk import Given
from config.operations.readings import Reading

# Of some public names, those that count.
Still = Callable[[set[str]], Reading[Collection[str]]]


def own_labels(kind: Kind, work: Allocation) -> QuerySet[Any]:
    """Return the labels that an allocation's person gave in its round, on its topic."""
    rows: QuerySet[Any] = kind.model.objects.filter(
        judge__kind=Judge.PERSON,
        judge__track=work.track_id,
        judge__user=work.assessor_id,
        round=work.round,
        repeat=work.repeat,
        **{kind.topic: work.topic_id},
    )
    return rows


def given_by(labels: QuerySet[Any], part: str) -> dict[int, Given]:
    """Return labels by the row number of the part that identifies their item."""
    found = labels.values_list(part, "value", "version")
    return {number: Given(value, version) for number, value, version in found}


def people_among(allocations: Sequence[Allocation]) -> QuerySet[Judge, Any]:
    """Return the rows (judge, track, person) for the people of some allocations."""
    people = Judge.objects.people().filter(
        user__in={work.assessor_id for work in allocations},
        track__in={work.track_id for work in allocations},
    )
    return people.order_by().values_list("pk", "track", "user")


def _given(
    kind: Kind, allocations: Sequence[Allocation], where: Q
) -> QuerySet[Any, Any]:
    """Count the labels that the allocations' people gave on some items."""
    return (
        kind.model.objects.filter(
            where,
            judge__kind=Judge.PERSON,
            judge__user__in={work.assessor_id for work in allocations},
            judge__track__in={work.track_id for work in allocations},
        )
        .exclude(value="")
        .order_by()
        .values_list("judge__user", kind.topic, "round", "repeat")
        .annotate(number=Count("pk"))
    )


def progress_by_topic(
    kind: Kind,
    allocations: Sequence[Allocation],
    totals: Mapping[int, int] | QuerySet[Any, Any],
    *,
    where: Q,
    still: Still | None = None,
) -> Reading[dict[int, Progress]]:
    """Return the progress of each allocation if a topic's items are the same for all.

    totals: the number of items of each topic, or the query for it. where: the filter
    of labels on these. Without `still`, all skipped items count.
    """
    sizes = [totals] if isinstance(totals, QuerySet) else []
    given, skips, *rows = yield [
        _given(kind, allocations, where),
        skips_in(allocations),
        *sizes,
    ]
    done = {(person, topic, *turn): n for person, topic, *turn, n in given}
    total: Mapping[int, int] = dict(rows[0]) if rows else dict(totals)
    names = names_in(skips)
    every = {name for found in names.values() for name in found}
    there = (yield from still(every)) if still and every else every
    return {
        work.pk: Progress(
            done.get((work.assessor_id, work.topic_id, work.round, work.repeat), 0),
            total.get(work.topic_id, 0),
            skipped=len(names[work.pk].intersection(there)),
        )
        for work in allocations
    }


MOST = 20  # labels in the list


class RecentPlace(NamedTuple):
    """The place of a label: its item's public name, its page, its words, its number.

    `page` is the uuid of the item's page, `number` its position in the order.
    """

    item: str
    page: UUID
    words: str
    number: int


class Recent(NamedTuple):
    """One of the last labels: its item's public name, page and words, and its value.

    `page` is the uuid of the item's page, `place` its position in the order. `before`
    is the label before its person's last change, as a browser sends it; None if the
    last change was somebody else's. `active_ms` is its person's active time over all
    their changes; None if no time is known.
    """

    item: str
    page: UUID
    words: str
    place: int
    value: str
    version: int = 0
    before: dict[str, Any] | None = None
    active_ms: int | None = None

    @property
    def before_json(self) -> str:
        """Return `before` as JSON for scripts."""
        return json.dumps(self.before)

    @property
    def seconds(self) -> float | None:
        """Return the active time in seconds."""
        return None if self.active_ms is None else self.active_ms / 1000


def last_given(
    labels: QuerySet[Any], kind: Kind, allocation: Allocation
) -> QuerySet[Any]:
    """Return the labels with a value, the latest first, with their previous state.

    Each has `value_before`, None if its assessor did not make the last change,
    `details_before`, None if there were none, and their `active_ms`.
    """
    changes = Change.objects.filter(kind=kind.name, label_id=OuterRef("pk"))
    own = changes.filter(actor=allocation.assessor)
    last = own.filter(version=OuterRef("version"))
    time = own.order_by().values("label_id").annotate(ms=Sum("active_ms"))
    earlier = changes.filter(version=OuterRef("version") - 1)
    given = labels.exclude(value="").order_by("-at", "-pk")
    known: QuerySet[Any] = given.annotate(
        value_before=Subquery(last.values("before")[:1]),
        details_before=Subquery(earlier.values("details")[:1]),
        active_ms=Subquery(time.values("ms")),
    )
    return known


def said_before(value: str | None) -> dict[str, Any] | None:
    """Return the content of a label with nothing but a value; None if unknown."""
    return None if value is None else {"value": value}


def recent_labels(
    labels: QuerySet[Any],
    kind: Kind,
    allocation: Allocation,
    place: Callable[[Any], RecentPlace],
    details: Callable[[Mapping[str, Any]], dict[str, Any]] | None = None,
) -> list[Recent]:
    """Return the last labels of an allocation, the latest first.

    `place` returns the place of a label; `details` returns what a browser sends again
    of the details that a label had.
    """
    return [
        Recent(
            *place(label),
            value=label.value,
            version=label.version,
            before=_before(label, details),
            active_ms=label.active_ms,
        )
        for label in last_given(labels, kind, allocation)[:MOST]
    ]


def _before(
    label: Any,  # noqa: ANN401 - with what is annotated
    details: Callable[[Mapping[str, Any]], dict[str, Any]] | None,
) -> dict[str, Any] | None:
    value = said_before(label.value_before)
    if value is None or details is None:
        return value
    return value | details(label.details_before or {})
