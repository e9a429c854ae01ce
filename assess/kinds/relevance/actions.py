"""What an assessor does with their relevance work."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import OuterRef, Subquery, UUIDField
from django.db.models.functions import JSONObject

from assess.judging.kernel.highlights import NotInTheText, Span, merged
from assess.judging.labels.writer import Act, Outcome
from assess.judging.models import Allocation
from assess.judging.work.actions import label_item
from assess.judging.work.target import Held, Target, Targets
from assess.judging.work.walk import BadDetail, NotInThisWork
from assess.kinds.relevance.kind import RELEVANCE
from assess.kinds.relevance.test_items import known_beside
from assess.kinds.relevance.work import Said
from config.statements import Given, JSONList
from runs.models import Segment, Subnarrative
from runs.pools import is_judged, places_in, rule_of


def _facts() -> dict[str, Any]:
    places = places_in(OuterRef(OuterRef("topic")))
    segment = Segment.objects.with_text().filter(
        uuid=Given("segment", UUIDField()), track=OuterRef("track")
    )
    parts = Subnarrative.objects.filter(topic=OuterRef("topic")).order_by()
    part = JSONObject(uuid="uuid", place="position", pk="pk")
    every = parts.values("topic").annotate(every=JSONList(part)).values("every")
    return {
        "found": Subquery(segment.values(state=JSONObject(pk="pk", **places))),
        "parts": Subquery(every),
    }


TARGETS = Targets(RELEVANCE, _facts, "segment")


def label_relevance(
    held: Held, *, segment: UUID, value: str, said: Said, act: Act, now: datetime
) -> Outcome:
    """Give, change or take back one grade of some work, as its assessor.

    Ticks, note and highlights replace those before; with the grade "" they are kept
    while nothing is decided. Raise NotHeld, NotInThisWork for a segment that the work
    does not hold, BadDetail for a foreign tick or words that the segment does not
    have, StaleLabel and NotOnTheScale as `give_label` does.
    """
    name = str(segment)
    target = TARGETS.find(held, name=name, segment=segment)
    found = target.facts["found"]
    if not (found and _is_held(target.work, **found)):
        raise NotInThisWork
    item = (target.work.topic_id, found["pk"])
    act = replace(act, details=_details(target, said))
    return label_item(target, RELEVANCE, item, value, name=name, act=act, now=now)


def _is_held(
    allocation: Allocation, *, pk: int, cited: int | None, ranked: int | None
) -> bool:
    if is_judged(rule_of(allocation.track), cited, ranked):
        return True
    return pk in known_beside([allocation], {}).get(allocation.pk, set())


def _details(target: Target, said: Said) -> dict[str, Any]:
    """Return what a label keeps besides its grade, in the sub-narratives' order."""
    details: dict[str, Any] = {}
    if target.work.track.profile.relevance.with_subnarratives:
        details["ticks"] = _ticks(target.facts["parts"] or [], set(said.ticks))
    if said.note:
        details["note"] = said.note
    if said.highlights:
        details["highlights"] = _highlights(target.facts["found"], said.highlights)
    return details


def _highlights(found: Mapping[str, int], spans: Sequence[Span]) -> list[Span]:
    text = Segment.objects.values_list("text", flat=True).get(pk=found["pk"])
    try:
        return merged(spans, length=len(text))
    except NotInTheText as error:
        raise BadDetail("highlights", "The segment has no such words.") from error


def _ticks(parts: Sequence[Mapping[str, Any]], ticks: Collection[UUID]) -> list[str]:
    order = sorted(parts, key=lambda part: (part["place"], part["pk"]))
    found = [uuid for part in order if (uuid := UUID(part["uuid"])) in ticks]
    if set(found) != set(ticks):
        raise BadDetail("ticks", "No such sub-narrative.")
    return [str(uuid) for uuid in found]
