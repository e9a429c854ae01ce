"""How nuggets that say nearly the same are joined beside their list."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

Pair = tuple[int, int]


class Bracket(NamedTuple):
    """A bracket as it passes one row: first, member, last, or through another's row."""

    lane: int  # from 0, the nearest to the text
    part: str


def groups(pairs: Iterable[Pair]) -> list[list[int]]:
    """Return places that hang together, each group rising, the topmost group first."""
    found: list[set[int]] = []
    for pair in pairs:
        joined = [group for group in found if group.intersection(pair)]
        found = [group for group in found if group not in joined]
        found.append(set(pair).union(*joined))
    return sorted(sorted(group) for group in found)


def brackets(size: int, pairs: Iterable[Pair]) -> list[tuple[Bracket, ...]]:
    """Return for each row of a list the brackets that touch or pass it.

    Two brackets that overlap never share a lane.
    """
    rows: list[list[Bracket]] = [[] for _row in range(size)]
    ends: list[int] = []  # where each lane is free again
    for group in groups(pairs):
        first, last = group[0], group[-1]
        lane = next((at for at, end in enumerate(ends) if end < first), len(ends))
        ends[lane : lane + 1] = [last]
        for place in range(first, last + 1):
            rows[place].append(Bracket(lane, _part(place, group)))
    return [tuple(row) for row in rows]


def _part(place: int, group: list[int]) -> str:
    ends = {group[0]: "first", group[-1]: "last"}
    return ends.get(place, "member" if place in group else "through")
