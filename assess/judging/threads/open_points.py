"""The open points of a list when its person finishes it, each with its place."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable
from typing import NamedTuple

from assess.judging.models import Remark, Thread


class Place(NamedTuple):
    """One open point: its description, and the URL where it can be resolved."""

    text: str
    address: str


class LeftOpen(NamedTuple):
    """One sentence about open points, and their places."""

    says: str
    places: tuple[Place, ...]


EMPTY = LeftOpen("The list is empty", ())


def seal_of(found: Iterable[LeftOpen]) -> str:
    """Return a digest of these sentences, so that only they are confirmed."""
    said = [[each.says, [place.text for place in each.places]] for each in found]
    return hashlib.sha256(json.dumps(said).encode()).hexdigest()[:32]


def flagged(threads: Iterable[Thread], at: Callable[[str], str]) -> list[LeftOpen]:
    """Return the flags that no organizer has answered or settled yet.

    at: the URL of a thread's item.
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
    """Return the number of open points, in words for one or for many."""
    says = one if len(places) == 1 else many
    return LeftOpen(f"{len(places)} {says}", tuple(places))
