"""What can be talked about in relevance: the segments."""

from __future__ import annotations

from collections.abc import Collection
from uuid import UUID

from django.urls import reverse

from assess.judging.models import Allocation
from assess.judging.threads.spots import Spot, Spots, register, uuid_in
from assess.kinds.relevance.kind import RELEVANCE
from assess.kinds.relevance.work import read_sheet
from runs.models import Segment, Track


def find(work: Allocation, item: str) -> Spot:
    """Return one segment of the work, by its title."""
    sheet = read_sheet(work)
    found = sheet.find(uuid_in(item))
    title, docid = Segment.objects.values_list("title", "docid").get(pk=found.pk)
    place = sheet.place(found)
    return Spot(str(found.uuid), f"Segment {place}: “{title or docid}”")


def on_page(work: Allocation, page: UUID) -> list[Spot]:
    """Return the one segment of a page."""
    return [find(work, str(page))]


def address(work: Allocation, item: str) -> str:
    """Return the page of a segment."""
    return reverse("assess:relevance_item", args=[work.uuid, uuid_in(item)])


def behind(track: Track, items: Collection[str]) -> dict[str, str]:
    """Return the organizers' page of each segment."""
    return {item: reverse("runs:segment", args=[track.uuid, item]) for item in items}


SPOTS = register(Spots(RELEVANCE.name, find, on_page, address, behind))
