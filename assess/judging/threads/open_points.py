"""What is still open in a list when its person ends it, each thing with its place."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable
from typing import NamedTuple

from assess.judging.models import Remark, Thread


class Place(NamedTuple):
    """One open thing: its words, and the address where it is put right."""

    text: str
    address: str


class LeftOpen(NamedTuple):
    """One sentence about what is open, and the places that it speaks of."""

    says: str
    places: tuple[Place, ...]


EMPTY = LeftOpen("The list is empty", ())


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


def counted(one: str, many: str, places: list[Place]) -> LeftOpen:
    """Return how many things are open, in words for one or for many."""
    says = one if len(places) == 1 else many
    return LeftOpen(f"{len(places)} {says}", tuple(places))
