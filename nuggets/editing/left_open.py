"""What is still open in a list, each thing with its place on the page."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable
from functools import partial
from typing import NamedTuple

from assess.models import Remark, Thread
from nuggets.editing.desk import Desk, NuggetRow
from nuggets.editing.spots import address


class Place(NamedTuple):
    """One open thing: its words, and the address where it is put right."""

    text: str
    address: str


class LeftOpen(NamedTuple):
    """One sentence about what is open, and the places that it speaks of."""

    says: str
    places: tuple[Place, ...]


EMPTY = LeftOpen("The list is empty", ())


def left_open(desk: Desk) -> list[LeftOpen]:
    """Return what is open: importance, mapping, bare sub-narratives, repeats, flags.

    Without sub-narratives no mapping is missed.
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
    alike = [row for row in desk.rows if row.alike]
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


def seal_of(found: Iterable[LeftOpen]) -> str:
    """Return what only these words have: nothing else that is open is agreed to."""
    said = [[each.says, [place.text for place in each.places]] for each in found]
    return hashlib.sha256(json.dumps(said).encode()).hexdigest()[:32]


def flagged(threads: Iterable[Thread], at: Callable[[str], str]) -> list[LeftOpen]:
    """Return the flags that no organizer has answered or settled yet.

    at: the address of what a thread is about.
    """
    waiting = [thread for thread in threads if _waits(thread)]
    places = [Place(each.about, at(each.item)) for each in waiting]
    found = counted("flag waits for an answer", "flags wait for an answer", places)
    return [found] if places else []


def _waits(thread: Thread) -> bool:
    kinds = [remark.kind for remark in thread.remarks.all()]
    if thread.resolved_at or Remark.FLAG not in kinds:
        return False
    return Remark.ANSWER not in kinds[kinds.index(Remark.FLAG) :]


def _said(one: str, many: str, rows: Iterable[NuggetRow], desk: Desk) -> LeftOpen:
    places = [Place(row.text, f"{desk.url}?nugget={row.uuid}") for row in rows]
    return counted(one, many, places)


def counted(one: str, many: str, places: list[Place]) -> LeftOpen:
    """Return how many things are open, in words for one or for many."""
    says = one if len(places) == 1 else many
    return LeftOpen(f"{len(places)} {says}", tuple(places))
