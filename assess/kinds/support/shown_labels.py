"""Labels shown to the assessor who corrects them: support's second protocol.

From scratch is round 0, in which nothing of any machine is read. Post-editing is a
later round, in which the labels of the one judge that the allocation names are shown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from django.db.models import Q

from assess.judging.labels.reader import EVERYTHING, labels_of
from assess.judging.models import Allocation
from assess.kinds.support.kind import SUPPORT


class Edited(NamedTuple):
    """How many labels stand as they were shown, otherwise, and without one shown."""

    kept: int
    changed: int
    from_scratch: int


def shown_labels(allocation: Allocation, where: Q = EVERYTHING) -> dict[int, str]:
    """Return what the assessor is shown, by citation; nothing from scratch."""
    if allocation.shown is None or not allocation.round:
        return {}
    own = Q(citation__sentence__response__topic=allocation.topic)
    found = labels_of(allocation.shown, SUPPORT, where=own & where)
    return {citation: value for (citation,), value in found.items()}


def shown_with(allocation: Allocation, citation: int) -> dict[str, Any]:
    """Return what a label's details say of the protocol: what was shown, by whom.

    `shown` is "" for a pair without a label to correct.
    """
    if allocation.shown is None or not allocation.round:
        return {}
    shown = shown_labels(allocation, Q(citation=citation)).get(citation, "")
    return {"shown": shown, "by": str(allocation.shown.uuid)}


def count_edited(labels: Iterable[tuple[str, Mapping[str, Any]]]) -> Edited:
    """Count labels, given as value and details, by what became of the one shown."""
    found = Counter(
        "kept" if shown == value else "changed" if shown else "from_scratch"
        for value, shown in (
            (value, details.get("shown", "")) for value, details in labels
        )
    )
    return Edited(found["kept"], found["changed"], found["from_scratch"])
