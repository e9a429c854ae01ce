"""The registry of spots: what can be talked about in each kind of work."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID

from assess.judging.models import Allocation
from assess.judging.work.walk import NotInThisWork
from config.registry import Registry
from runs.models import Track


class Spot(NamedTuple):
    """One item of some work: its public name there, and what it is in words."""

    item: str
    about: str


@dataclass(frozen=True)
class Spots:
    """The items of one kind of work.

    `on_page` lists those of one page, `find` returns one by its public name and
    `address` the page where its assessor meets it; each raises NotInThisWork.
    `behind` maps public names to the pages that show organizers what stands there, in
    a number of queries that does not grow with theirs.
    """

    kind: str
    find: Callable[[Allocation, str], Spot]
    on_page: Callable[[Allocation, UUID], list[Spot]]
    address: Callable[[Allocation, str], str]
    behind: Callable[[Track, Collection[str]], dict[str, str]]
    can_skip: bool = True


SPOTS: Registry[Spots] = Registry(
    "kind of work with items", name="kind", unknown=NotInThisWork
)
register, spots_of, all_spots = SPOTS.register, SPOTS.get, SPOTS.all


def uuid_in(name: str) -> UUID:
    """Return a public id; raise NotInThisWork for what is none."""
    try:
        return UUID(name)
    except ValueError:
        raise NotInThisWork from None
