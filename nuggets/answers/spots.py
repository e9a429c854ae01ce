"""What can be talked about in work on a gold answer: the answer, by its topic."""

from __future__ import annotations

from collections.abc import Collection
from uuid import UUID

from django.urls import reverse

from assess.judging.models import Allocation
from assess.judging.threads.spots import Spot, Spots, register, uuid_in
from assess.judging.work.walk import NotInThisWork
from runs.models import Track


def on_page(work: Allocation, page: UUID) -> list[Spot]:
    """Return the one answer of the work."""
    if page != work.topic.uuid:
        raise NotInThisWork
    return [Spot(str(page), f"Your answer to topic {work.topic}")]


def find(work: Allocation, item: str) -> Spot:
    """Return the answer."""
    return on_page(work, uuid_in(item))[0]


def address(work: Allocation, _item: str) -> str:
    """Return the page of the answer."""
    return reverse("nuggets:answer", args=[work.uuid])


def behind(track: Track, items: Collection[str]) -> dict[str, str]:
    """Return the organizers' page of each topic."""
    return {item: reverse("runs:topic", args=[track.uuid, item]) for item in items}


SPOTS = register(Spots("answers", find, on_page, address, behind, can_skip=False))
