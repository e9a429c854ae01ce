"""What can be talked about in assignment: a nugget on a response."""

from __future__ import annotations

from collections.abc import Collection
from uuid import UUID

from django.urls import reverse

from assess.judging.models import Allocation
from assess.judging.threads.spots import Spot, Spots, register, uuid_in
from assess.judging.work.walk import NotInThisWork
from nuggets.assignment.kind import ASSIGNMENT
from nuggets.assignment.work import public_name, read_sheet
from runs.models import Track


def _parts(item: str) -> tuple[UUID, UUID]:
    response, _, nugget = item.partition(":")
    return uuid_in(response), uuid_in(nugget)


def on_page(work: Allocation, page: UUID) -> list[Spot]:
    """Return the nuggets on one response."""
    sheet = read_sheet(work)
    place = sheet.place(sheet.find(page))
    return [
        Spot(
            public_name(page, nugget.uuid), f"Response {place}, nugget “{nugget.text}”"
        )
        for nugget in sheet.nuggets
    ]


def find(work: Allocation, item: str) -> Spot:
    """Return one nugget on one response."""
    response, nugget = _parts(item)
    name = public_name(response, nugget)
    found = [spot for spot in on_page(work, response) if spot.item == name]
    if not found:
        raise NotInThisWork
    return found[0]


def address(work: Allocation, item: str) -> str:
    """Return the page of the response, at the nugget."""
    response, nugget = _parts(item)
    page = reverse("nuggets:assign_response", args=[work.uuid, response])
    return f"{page}#nugget-{nugget}"


def behind(track: Track, items: Collection[str]) -> dict[str, str]:
    """Return the organizers' page of each response."""
    return {
        item: reverse("runs:response", args=[track.uuid, _parts(item)[0]])
        for item in items
    }


SPOTS = register(Spots(ASSIGNMENT.name, find, on_page, address, behind))
