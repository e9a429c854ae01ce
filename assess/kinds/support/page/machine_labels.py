"""What a round shows of a machine's labels, and what people made of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from django.db.models import Q

from assess.judging.labels.reader import EVERYTHING, labels_of
from assess.judging.models import Allocation, Round
from assess.judging.work.target import Target
from assess.kinds.support.kind import SUPPORT
from assess.kinds.support.models import SupportLabel


class Edited(NamedTuple):
    """How many labels equal the shown one, differ from it, and have no shown one."""

    kept: int
    changed: int
    from_scratch: int


def shown_labels(allocation: Allocation, where: Q = EVERYTHING) -> dict[int, str]:
    """Return the labels shown to the assessor, by citation; none from scratch."""
    if allocation.shown is None or not allocation.round:
        return {}
    own = Q(**{SUPPORT.topic: allocation.topic})
    found = labels_of(allocation.shown, SUPPORT, where=own & where)
    return {citation: value for (citation,), value in found.items()}


def shows_after(protocol: Round | None) -> bool:
    """Return whether a label is shown only once its person has chosen their own."""
    return protocol is not None and protocol.shows == Round.AFTER


def shown_with(allocation: Allocation, citation: int) -> dict[str, Any]:
    """Return a label's details about the protocol: the shown label and its judge.

    `shown` is "" for a pair without a label to correct.
    """
    if allocation.shown is None or not allocation.round:
        return {}
    shown = shown_labels(allocation, Q(citation=citation)).get(citation, "")
    return {"shown": shown, "by": str(allocation.shown.uuid)}


def own_choice(target: Target, value: str) -> str:
    """Return the label that the person chose before the machine's was shown."""
    if target.known is None:
        return value
    [details] = SupportLabel.objects.filter(pk=target.known.pk).values_list(
        "details", flat=True
    )
    return details.get("own") or value


def count_edited(labels: Iterable[tuple[str, Mapping[str, Any]]]) -> Edited:
    """Count labels, given as value and details, by their relation to the shown one."""
    found = Counter(
        "kept" if shown == value else "changed" if shown else "from_scratch"
        for value, shown in (
            (value, details.get("shown", "")) for value, details in labels
        )
    )
    return Edited(found["kept"], found["changed"], found["from_scratch"])
