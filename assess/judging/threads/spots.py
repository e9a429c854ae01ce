"""The registry of spots: the items of each type of work that can have threads."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any, NamedTuple
from uuid import UUID

from django.urls import reverse

from assess.judging.models import Allocation
from assess.judging.work.walk import NotInThisWork, Walk
from config.registry import Registry
from runs.models import Track


class Spot(NamedTuple):
    """One item of some work: its public name, and its description in words."""

    item: str
    about: str


@dataclass(frozen=True)
class Spots:
    """The items of some work.

    `on_page` lists the items of one page, `find` returns one by its public name, and
    `address` returns the URL of its assessor's page; each raises NotInThisWork.
    `behind` maps public names to the organizers' pages of the items, in a fixed number
    of queries.
    """

    work: str
    find: Callable[[Allocation, str], Spot]
    on_page: Callable[[Allocation, UUID], list[Spot]]
    address: Callable[[Allocation, str], str]
    behind: Callable[[Track, Collection[str]], dict[str, str]]
    can_skip: bool = True


SPOTS: Registry[Spots] = Registry(
    "kind of work with items", name="work", unknown=NotInThisWork
)
register, spots_of, all_spots = SPOTS.register, SPOTS.get, SPOTS.all


def uuid_in(name: str) -> UUID:
    """Return a public id; raise NotInThisWork if it is malformed."""
    try:
        return UUID(name)
    except ValueError:
        raise NotInThisWork from None


def spots_of_sheet(
    work: str,
    read_sheet: Callable[[Allocation], Walk[Any]],
    words: Callable[[Any, Any], list[str]],
    page_url: str,
    behind: Callable[[Track, Collection[str]], dict[str, str]],
    *,
    anchor: str = "",
) -> Spots:
    """Return the items of work that has a sheet.

    `words` describes each label on a page of a sheet, in their order. `page_url` is the
    name of a page's URL; with `anchor`, a page has an element of that id and the item.
    """

    def on_page(work: Allocation, page: UUID) -> list[Spot]:
        sheet = read_sheet(work)
        found = sheet.find(page)
        names = [name for name, _value in sheet.labels_of(found)]
        return [Spot(*each) for each in zip(names, words(sheet, found), strict=True)]

    def page_of(work: Allocation, item: str) -> UUID:
        sheet = read_sheet(work)
        for page in sheet.items:
            if any(name == item for name, _value in sheet.labels_of(page)):
                uuid: UUID = page.uuid
                return uuid
        raise NotInThisWork

    def find(work: Allocation, item: str) -> Spot:
        spots = on_page(work, page_of(work, item))
        return next(spot for spot in spots if spot.item == item)

    def address(work: Allocation, item: str) -> str:
        page = reverse(page_url, args=[work.uuid, page_of(work, item)])
        return f"{page}#{anchor}{item}" if anchor else page

    return Spots(work, find, on_page, address, behind)
