"""Groups of neighbours on a leaderboard that cannot be distinguished."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_lowercase
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class NeighbourGroup(NamedTuple):
    """Rows from first to last, both included, no two of which can be distinguished."""

    first: int
    last: int


def stretches(apart: NDArray[np.bool_]) -> list[NeighbourGroup]:
    """Return every longest stretch of rows of which no pair can be distinguished.

    apart: (rows, rows), symmetric, in the order of the board, best first. A row that
    differs from both of its neighbours is a stretch of its own, so that each row is in
    at least one. Two rows of one stretch can never be distinguished. If the test is a
    least difference of means, as randomised Tukey HSD is, and the rows are sorted by
    those means, two rows without a common stretch can always be distinguished. With any
    other test they may be too far from each other to share one.
    """
    found: list[NeighbourGroup] = []
    for first in range(len(apart)):
        last = _reach(apart, first)
        if not found or last > found[-1].last:
            found.append(NeighbourGroup(first, last))
    return found


def _reach(apart: NDArray[np.bool_], first: int) -> int:
    last = first
    while last + 1 < len(apart) and not apart[first : last + 1, last + 1].any():
        last += 1
    return last


def letters(groups: Sequence[NeighbourGroup], rows: int) -> list[str]:
    """Return each row's letters, one for each of its stretches: a compact display.

    Rows that share a letter cannot be distinguished (Piepho 2004, for neighbours).
    After z follow aa, ab and so on, then separated by commas.
    """
    own: list[list[str]] = [[] for _ in range(rows)]
    for number, group in enumerate(groups):
        for row in range(group.first, group.last + 1):
            own[row].append(_letter(number))
    joint = "" if len(groups) <= len(ascii_lowercase) else ","
    return [joint.join(each) for each in own]


def _letter(number: int) -> str:
    rest, last = divmod(number, len(ascii_lowercase))
    return (_letter(rest - 1) if rest else "") + ascii_lowercase[last]


def lanes(groups: Sequence[NeighbourGroup]) -> list[list[NeighbourGroup]]:
    """Return the stretches of at least two rows in as few columns as possible.

    Two in one column never overlap; a stretch goes into the first free column.
    """
    columns: list[list[NeighbourGroup]] = []
    for group in groups:
        if group.first < group.last:
            _place(columns, group)
    return columns


def _place(columns: list[list[NeighbourGroup]], group: NeighbourGroup) -> None:
    for column in columns:
        if column[-1].last < group.first:
            column.append(group)
            return
    columns.append([group])
