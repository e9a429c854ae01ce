"""Brackets that connect the near-duplicates of a list next to it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from nuggets.kernel.drafting import near_duplicates

Pair = tuple[int, int]


class Bracket(NamedTuple):
    """A bracket in one row: first, member, last, or passing another's row."""

    lane: int  # from 0, the closest to the text
    part: str


class Alike(NamedTuple):
    """A row's brackets, and the numbers, from 1, of rows that say nearly the same."""

    brackets: tuple[Bracket, ...] = ()
    numbers: tuple[int, ...] = ()


def groups(pairs: Iterable[Pair]) -> list[list[int]]:
    """Return connected groups of places, each ascending, the topmost group first."""
    of: dict[int, set[int]] = {}
    for first, second in pairs:
        one, other = of.setdefault(first, {first}), of.setdefault(second, {second})
        if one is not other:
            one |= other
            of |= dict.fromkeys(other, one)
    distinct = {id(group): group for group in of.values()}
    return sorted(sorted(group) for group in distinct.values())


def brackets(size: int, pairs: Iterable[Pair]) -> list[tuple[Bracket, ...]]:
    """Return for each row of a list the brackets that begin, end or pass there.

    Two brackets that overlap never share a lane.
    """
    rows: list[list[Bracket]] = [[] for _row in range(size)]
    ends: list[int] = []  # where each lane is free again
    for group in groups(pairs):
        first, last = group[0], group[-1]
        lane = next((at for at, end in enumerate(ends) if end < first), len(ends))
        ends[lane : lane + 1] = [last]
        parts = dict.fromkeys(range(first, last + 1), "through")
        parts |= dict.fromkeys(group, "member") | {first: "first", last: "last"}
        for place, part in parts.items():
            rows[place].append(Bracket(lane, part))
    return [tuple(row) for row in rows]


def alike_rows(texts: Sequence[str]) -> list[Alike]:
    """Return what connects each row of a list with others, nothing for empty texts."""
    places = [place for place, text in enumerate(texts) if text]
    found = near_duplicates([texts[place] for place in places])
    pairs = [(places[first], places[second]) for first, second, _similarity in found]
    numbers: dict[int, set[int]] = defaultdict(set)
    for first, second in pairs:
        numbers[first].add(second + 1)
        numbers[second].add(first + 1)
    return [
        Alike(own, tuple(sorted(numbers[place])))
        for place, own in enumerate(brackets(len(texts), pairs))
    ]
