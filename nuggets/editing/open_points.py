"""The open points of a list, each with its place on the page."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from assess.judging.threads.open_points import EMPTY, LeftOpen, Place, counted, flagged
from nuggets.editing.desk import Desk, NuggetRow
from nuggets.editing.items import address


def left_open(desk: Desk) -> list[LeftOpen]:
    """Return the open points: importance, mapping, bare sub-narratives, repeats, flags.

    Without sub-narratives no mapping is needed.
    """
    if not desk.rows:
        return [EMPTY, *flagged(desk.threads, partial(address, desk.work))]
    parts = desk.subnarratives
    unset = [row for row in desk.rows if not row.importance]
    unmapped = [row for row in desk.rows if parts and not row.subnarrative_uuid]
    bare = [
        Place(one.text, f"{desk.url}#subnarrative-{one.uuid}")
        for one in parts
        if not one.nuggets
    ]
    alike = [row for row in desk.rows if row.alike.numbers]
    found = (
        _said("nugget has no importance", "nuggets have no importance", unset, desk),
        _said(
            "nugget is mapped to no sub-narrative",
            "nuggets are mapped to no sub-narrative",
            unmapped,
            desk,
        ),
        counted("sub-narrative has no nugget", "sub-narratives have no nugget", bare),
        _said("", "nuggets say nearly the same as another", alike, desk),
        *flagged(desk.threads, partial(address, desk.work)),
    )
    return [each for each in found if each.places]


def _said(one: str, many: str, rows: Iterable[NuggetRow], desk: Desk) -> LeftOpen:
    places = [Place(row.text, f"{desk.url}?nugget={row.uuid}") for row in rows]
    return counted(one, many, places)
