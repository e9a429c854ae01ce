"""Work with hidden test items, and which of it failed them.

Only organizers may see anything about test items.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import QuerySet

from assess.judging.kinds import Kind
from assess.judging.labels.availability import counted_labels
from assess.judging.models import Allocation, Judge, Label
from assess.judging.models.allocations import AllocationQuerySet
from runs.models import Track

Place = tuple[int, int]  # person, topic
Item = tuple[int, ...]


class Batch(NamedTuple):
    """One person's work on a topic: how many test items were answered, and right."""

    work: Allocation
    kind: Kind
    n: int
    right: int

    def fails(self, percent: int) -> bool:
        """Return whether fewer than this percentage of the answers are right."""
        return 100 * self.right < percent * self.n


def batches_of(track: Track, kind: Kind, *, round: int = 0) -> list[Batch]:
    """Return the tested work of one type, released or not, by person and topic."""
    tested = tests_in(track.pk).filter(work=kind.name, round=round)
    works = list(tested.select_related("assessor", "topic", "known"))
    if not works:
        return []
    labels = counted_labels(kind, track)
    known, given = _known(kind, works, labels), _given(kind, works, labels, round=round)
    return [
        _batch(work, kind, known.get(work.known_id or 0, {}), given)
        for work in sorted(works, key=lambda work: work.assessor.username)
    ]


def tests_in(*tracks: int) -> AllocationQuerySet:
    """Return the tested work in tracks, by row number.

    Repeats are excluded, and known answers of a panel, because a panel may depend on
    the tested labels.
    """
    rows = Allocation.objects.at_hand().filter(track__in=tracks, known__isnull=False)
    rows = rows.filter(repeat=0)
    return rows.exclude(known__kind=Judge.PANEL)


def _batch(
    work: Allocation,
    kind: Kind,
    known: dict[Item, str],
    given: dict[Place, dict[Item, str]],
) -> Batch:
    own = given.get((work.assessor_id, work.topic_id), {})
    answered = [item for item in own if item in known]
    right = sum(own[item] == known[item] for item in answered)
    return Batch(work, kind, len(answered), right)


def _known(
    kind: Kind, works: Sequence[Allocation], labels: QuerySet[Label]
) -> dict[int, dict[Item, str]]:
    labels = labels.filter(
        judge__in={work.known_id for work in works},
        round=0,
        **{f"{kind.topic}__in": {work.topic_id for work in works}},
    )
    found: dict[int, dict[Item, str]] = defaultdict(dict)
    for judge, *item, value in labels.values_list("judge", *kind.columns, "value"):
        found[judge][tuple(item)] = value
    return found


def _given(
    kind: Kind, works: Sequence[Allocation], labels: QuerySet[Label], *, round: int
) -> dict[Place, dict[Item, str]]:
    labels = labels.filter(
        judge__kind=Judge.PERSON,
        judge__track=works[0].track_id,
        judge__user__in={work.assessor_id for work in works},
        round=round,
        **{f"{kind.topic}__in": {work.topic_id for work in works}},
    )
    found: dict[Place, dict[Item, str]] = defaultdict(dict)
    fields = ("judge__user", kind.topic, *kind.columns, "value")
    for person, topic, *item, value in labels.values_list(*fields):
        found[person, topic][tuple(item)] = value
    return found


def pass_mark(panel: Judge) -> int:
    """Return the percentage of test items that must be right; by default 100."""
    return int(panel.parameters.get("pass_mark", 100))


def failed_batches(panel: Judge, kind: Kind, *, round: int = 0) -> list[Batch]:
    """Return the work of a type that a panel leaves out."""
    percent = pass_mark(panel)
    tested = batches_of(panel.track, kind, round=round)
    return [batch for batch in tested if batch.fails(percent)]


def discarded_places(panel: Judge, kind: Kind, *, round: int = 0) -> set[Place]:
    """Return the people and topics that a panel leaves out, by row numbers."""
    failed = failed_batches(panel, kind, round=round)
    return {(batch.work.assessor_id, batch.work.topic_id) for batch in failed}
