"""What an assessor does with their relevance work."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any
from uuid import UUID

from assess.judging.kernel.highlights import NotInTheText, Span, merged
from assess.judging.labels.writer import Act, Outcome
from assess.judging.models import Allocation
from assess.judging.work.actions import label_item
from assess.judging.work.walk import BadDetail, NotInThisWork
from assess.kinds.relevance.kind import RELEVANCE
from assess.kinds.relevance.test_items import known_beside
from assess.kinds.relevance.work import Said
from runs.models import Segment, Subnarrative
from runs.pools import is_judged


def label_relevance(
    allocation: Allocation,
    *,
    segment: UUID,
    value: str,
    said: Said,
    act: Act,
    now: datetime,
) -> Outcome:
    """Give, change or take back one grade of an allocation, as its assessor.

    Ticks, note and highlights replace those before; with the grade "" they are kept
    while nothing is decided. Raise NotInThisWork for a segment that the allocation
    does not hold, BadDetail for a foreign tick or words that the segment does not
    have, StaleLabel and NotOnTheScale as `give_label` does.
    """
    found = Segment.objects.filter(uuid=segment).first()
    if not (found and _is_held(allocation, found)):
        raise NotInThisWork
    return label_item(
        allocation,
        RELEVANCE,
        (allocation.topic_id, found.pk),
        value,
        name=str(found.uuid),
        act=replace(act, details=_details(allocation, found, said)),
        now=now,
    )


def _is_held(allocation: Allocation, segment: Segment) -> bool:
    if is_judged(segment, allocation.topic, allocation.track):
        return True
    return segment.pk in known_beside([allocation], {}).get(allocation.pk, set())


def _details(allocation: Allocation, segment: Segment, said: Said) -> dict[str, Any]:
    """Return what a label keeps besides its grade, in the sub-narratives' order."""
    details: dict[str, Any] = {}
    if allocation.track.profile.relevance.with_subnarratives:
        details["ticks"] = _ticks(allocation, set(said.ticks))
    if said.note:
        details["note"] = said.note
    if said.highlights:
        details["highlights"] = _highlights(segment, said.highlights)
    return details


def _highlights(segment: Segment, spans: Sequence[Span]) -> list[Span]:
    try:
        return merged(spans, length=len(segment.text))
    except NotInTheText as error:
        raise BadDetail("highlights", "The segment has no such words.") from error


def _ticks(allocation: Allocation, ticks: Collection[UUID]) -> list[str]:
    parts = Subnarrative.objects.filter(topic=allocation.topic, uuid__in=ticks)
    found = list(parts.order_by("position", "pk").values_list("uuid", flat=True))
    if set(found) != set(ticks):
        raise BadDetail("ticks", "No such sub-narrative.")
    return [str(uuid) for uuid in found]
