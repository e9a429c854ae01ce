"""What can be talked about in an adjudication: the disputed items."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from uuid import UUID

from django.urls import reverse

from assess.judging.adjudication.exhibits import Exhibit, work_name
from assess.judging.adjudication.work import read_sheet
from assess.judging.models import Allocation
from assess.judging.threads.spots import Spot, Spots, uuid_in
from assess.judging.work.walk import NotInThisWork
from runs.models import Track


def spots_for(exhibit: Exhibit) -> Spots:
    """Return what can be talked about where a kind's disputes are settled."""
    name = work_name(exhibit.kind)
    return Spots(
        name,
        find=_find,
        on_page=_on_page,
        address=partial(_address, name),
        behind=partial(_behind, exhibit),
    )


def _find(work: Allocation, item: str) -> Spot:
    sheet = read_sheet(work)
    for place, each in enumerate(sheet.items, start=1):
        if each.name == item:
            return Spot(item, f"Disputed item {place} of topic {work.topic}")
    raise NotInThisWork


def _on_page(work: Allocation, page: UUID) -> list[Spot]:
    return [_find(work, read_sheet(work).find(page).name)]


def _address(name: str, work: Allocation, item: str) -> str:
    for each in read_sheet(work).items:
        if each.name == item:
            return reverse(f"assess:{name}_item", args=[work.uuid, each.uuid])
    raise NotInThisWork


def _behind(exhibit: Exhibit, track: Track, items: Collection[str]) -> dict[str, str]:
    found = {
        item: exhibit.behind(track, tuple(map(uuid_in, item.split(":"))))
        for item in items
    }
    return {item: address for item, address in found.items() if address}
