"""What kinds of judging ask of their items: one's own labels, and how far work is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from django.db.models import Count, Q, QuerySet

from assess.judging.kinds import Kind
from assess.judging.models import Allocation, Judge
from assess.judging.screens import Progress
from assess.judging.threads.listing import skipped_in
from assess.judging.work.walk import Given

Counted = Counter[tuple[int, int, int]]  # by person, topic and round
Still = Callable[[set[str]], Collection[str]]  # of some public names, those asked for


def own_labels(kind: Kind, work: Allocation) -> QuerySet[Any]:
    """Return the labels that an allocation's person gave in its round, on its topic."""
    rows: QuerySet[Any] = kind.model.objects.filter(
        judge__kind=Judge.PERSON,
        judge__track=work.track_id,
        judge__user=work.assessor_id,
        round=work.round,
        **{kind.topic: work.topic_id},
    )
    return rows


def given_by(labels: QuerySet[Any], part: str) -> dict[int, Given]:
    """Return labels by the row number of the part of their items that tells them."""
    found = labels.values_list(part, "value", "version")
    return {number: Given(value, version) for number, value, version in found}


def people_of(allocations: Sequence[Allocation]) -> dict[int, tuple[int, int]]:
    """Return {judge: (track, person)} of the people who hold allocations."""
    people = Judge.objects.people().filter(
        user__in={work.assessor_id for work in allocations},
        track__in={work.track_id for work in allocations},
    )
    rows = people.values_list("pk", "track", "user")
    return {judge: (track, user) for judge, track, user in rows}


def count_given(kind: Kind, allocations: Sequence[Allocation], where: Q) -> Counted:
    """Count the labels that the allocations' people gave on some items."""
    rows = (
        kind.model.objects.filter(
            where,
            judge__kind=Judge.PERSON,
            judge__user__in={work.assessor_id for work in allocations},
            judge__track__in={work.track_id for work in allocations},
        )
        .exclude(value="")
        .order_by()
        .values_list("judge__user", kind.topic, "round")
        .annotate(number=Count("pk"))
    )
    return Counter({(user, topic, turn): n for user, topic, turn, n in rows})


def count_skipped(
    allocations: Sequence[Allocation], still: Still | None = None
) -> Counter[int]:
    """Count the skipped items that work still asks about, by its row number.

    Without `still`, work asks for as long as it lasts about all that it ever did.
    """
    names = skipped_in(allocations)
    every = {name for found in names.values() for name in found}
    if not every:
        return Counter()
    there = set(still(every)) if still else every
    return Counter({work: len(own & there) for work, own in names.items()})


def progress_by_topic(
    kind: Kind,
    allocations: Sequence[Allocation],
    totals: Mapping[int, int],
    *,
    where: Q,
    still: Still | None = None,
) -> dict[int, Progress]:
    """Return how far each allocation is where a topic's items are the same for all.

    totals: how many items each topic has. where: the labels on these items.
    """
    done = count_given(kind, allocations, where)
    skipped = count_skipped(allocations, still)
    return {
        work.pk: Progress(
            done[work.assessor_id, work.topic_id, work.round],
            totals.get(work.topic_id, 0),
            skipped=skipped[work.pk],
        )
        for work in allocations
    }
