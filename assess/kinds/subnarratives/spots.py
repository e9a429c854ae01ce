"""What can be talked about in a review: the topic's sub-narratives."""

from __future__ import annotations

from collections.abc import Collection
from uuid import UUID

from django.urls import reverse

from assess.judging.models import Allocation
from assess.judging.threads.spots import Spot, Spots, register, uuid_in
from assess.judging.work.walk import NotInThisWork
from assess.kinds.subnarratives.review import KIND
from runs.models import Subnarrative, Track


def _spot(one: Subnarrative) -> Spot:
    return Spot(str(one.uuid), f"Sub-narrative “{one.text}”")


def on_page(work: Allocation, page: UUID) -> list[Spot]:
    """Return the topic's list as it stands."""
    if page != work.topic.uuid:
        raise NotInThisWork
    return [_spot(one) for one in Subnarrative.objects.live().filter(topic=work.topic)]


def find(work: Allocation, item: str) -> Spot:
    """Return one sub-narrative of the topic, one that was dropped too."""
    found = Subnarrative.objects.filter(topic=work.topic, uuid=uuid_in(item)).first()
    if found is None:
        raise NotInThisWork
    return _spot(found)


def address(work: Allocation, item: str) -> str:
    """Return the page of the list, at the sub-narrative."""
    page = reverse("assess:subnarratives", args=[work.uuid])
    return f"{page}?on={uuid_in(item)}"


def behind(track: Track, items: Collection[str]) -> dict[str, str]:
    """Return the organizers' page of each one's topic."""
    found = Subnarrative.objects.filter(topic__track=track, uuid__in=items)
    return {
        str(uuid): reverse("runs:topic", args=[track.uuid, topic])
        for uuid, topic in found.values_list("uuid", "topic__uuid")
    }


SPOTS = register(Spots(KIND, find, on_page, address, behind, can_skip=False))
