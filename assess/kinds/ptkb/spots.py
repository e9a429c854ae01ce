"""What can be talked about in PTKB work: the statements."""

from __future__ import annotations

from collections.abc import Collection
from uuid import UUID

from django.urls import reverse

from assess.judging.models import Allocation
from assess.judging.threads.spots import Spot, Spots, register
from assess.judging.work.walk import NotInThisWork
from assess.kinds.ptkb.kind import PTKB
from assess.kinds.ptkb.work import statements_of
from runs.models import Track


def on_page(work: Allocation, page: UUID) -> list[Spot]:
    """Return the statements of the turn's conversation."""
    if page != work.topic.uuid:
        raise NotInThisWork
    said = statements_of(work.topic)
    return [Spot(str(one.uuid), f"Statement “{one.text}”") for one in said]


def find(work: Allocation, item: str) -> Spot:
    """Return one statement."""
    spots = on_page(work, work.topic.uuid)
    found = next((spot for spot in spots if spot.item == item), None)
    if found is None:
        raise NotInThisWork
    return found


def address(work: Allocation, _item: str) -> str:
    """Return the page of the turn."""
    return reverse("assess:ptkb_turn", args=[work.uuid, work.topic.uuid])


def behind(_track: Track, _items: Collection[str]) -> dict[str, str]:
    """Return nothing: a statement has no page of its own."""
    return {}


SPOTS = register(Spots(PTKB.name, find, on_page, address, behind))
