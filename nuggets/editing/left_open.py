"""What is still open in a list, each thing with its place on the page."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from nuggets.editing.desk import Desk, NuggetRow


class Place(NamedTuple):
    """One open thing: its words, and the address where it is put right."""

    text: str
    address: str


class LeftOpen(NamedTuple):
    """One sentence about what is open, and the places that it speaks of."""

    says: str
    places: tuple[Place, ...]


def left_open(desk: Desk) -> list[LeftOpen]:
    """Return what is open: importance, mapping, bare sub-narratives, near-duplicates.

    Without sub-narratives no mapping is missed.
    """
    parts = desk.subnarratives
    unset = [row for row in desk.rows if not row.importance]
    unmapped = [row for row in desk.rows if parts and not row.subnarrative_uuid]
    bare = [
        Place(one.text, f"{desk.url}#subnarrative-{one.uuid}")
        for one in parts
        if not one.nuggets
    ]
    alike = [row for row in desk.rows if row.alike]
    found = (
        _said("nugget has no importance", "nuggets have no importance", unset, desk),
        _said(
            "nugget is mapped to no sub-narrative",
            "nuggets are mapped to no sub-narrative",
            unmapped,
            desk,
        ),
        _counted("sub-narrative has no nugget", "sub-narratives have no nugget", bare),
        _said("", "nuggets say nearly the same as another", alike, desk),
    )
    return [each for each in found if each.places]


def _said(one: str, many: str, rows: Iterable[NuggetRow], desk: Desk) -> LeftOpen:
    places = [Place(row.text, f"{desk.url}?nugget={row.uuid}") for row in rows]
    return _counted(one, many, places)


def _counted(one: str, many: str, places: list[Place]) -> LeftOpen:
    says = one if len(places) == 1 else many
    return LeftOpen(f"{len(places)} {says}", tuple(places))
