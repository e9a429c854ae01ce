"""Queries of judging: own labels, progress."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from django.db.models import Count, Q, QuerySet

from assess.judging.kinds import Kind
from assess.judging.models import Allocation, Judge
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
