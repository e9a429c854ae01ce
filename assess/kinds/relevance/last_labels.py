"""The last grades of a person, with their ticks and overrides."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from assess.judging.models import Allocation
from assess.judging.work.items import own_labels
from assess.judging.work.last_labels import LastLabels, RecentPlace
from assess.kinds.kernel.grades import proposals
from assess.kinds.relevance.items import RelevanceSheet
from assess.kinds.relevance.kind import RELEVANCE, parts_of, said_in


def recent(work: Allocation, sheet: RelevanceSheet) -> LastLabels:
    """Return the last labels on segments still in the work, the latest first."""
    numbers = {item.pk: number for number, item in enumerate(sheet.items, start=1)}
    here = own_labels(RELEVANCE, work).filter(segment__in=list(numbers))
    rows = here.select_related("segment").defer("segment__text")

    def place(label: Any) -> RecentPlace:  # noqa: ANN401 - a label of this kind
        one, number = label.segment, numbers[label.segment_id]
        return RecentPlace(str(one.uuid), one.uuid, one.title or one.docid, number)

    return LastLabels(rows, RELEVANCE, work, place, said_in, _overrides(work))


def _overrides(work: Allocation) -> Callable[[str, Mapping[str, Any]], bool]:
    """Return whether a grade differs from the one that its ticks propose."""
    parts = {str(part.uuid) for part in parts_of(work)}
    scale = [int(grade.value) for grade in RELEVANCE.scale(work.track)]
    proposes = proposals(len(parts), scale=scale)

    def overrides(value: str, details: Mapping[str, Any]) -> bool:
        ticked = len(parts.intersection(details.get("ticks", ())))
        proposed = proposes[ticked - 1] if ticked else None
        return proposed is not None and value != str(proposed)

    return overrides
