"""A draft as a value: nuggets in order, ready to be written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from nuggets.banks.actions import SegmentSpan
from nuggets.kernel.drafting import vital_first


class Drafted(NamedTuple):
    """One nugget of a draft.

    `rank` is its place in the list before vital ones were moved first, from 1. `part`
    is the text of its sub-narrative, "" for none.
    """

    text: str
    importance: str
    rank: int
    part: str
    sources: tuple[SegmentSpan, ...]


def in_order(nuggets: Sequence[Drafted]) -> list[Drafted]:
    """Return the nuggets, vital first, otherwise in their order (method 4)."""
    places = vital_first([nugget.importance for nugget in nuggets])
    return [nuggets[place] for place in places]
