"""Drawings in a leaderboard's rows: an interval on a line, and brackets."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from assess.analysis.kernel.neighbours import NeighbourGroup

NO_INTERVAL = "no interval: fewer than two topics, or the same score on all of them"
TOP, MIDDLE, END, NONE = "┌", "│", "└", " "  # a row's part of a bracket


class RowInterval(NamedTuple):
    """A mean with its interval; both ends are None if there is none."""

    mean: float
    low: float | None
    high: float | None

    @property
    def has_interval(self) -> bool:
        """Return whether there is an interval."""
        return self.low is not None

    @property
    def numbers(self) -> str:
        """Return "mean" or "mean low high", as charts/rows.js draws it."""
        known = (number for number in self if number is not None)
        return " ".join(f"{number:.6g}" for number in known)

    @property
    def says(self) -> str:
        """Return the interval in words."""
        if self.low is None or self.high is None:
            return NO_INTERVAL
        return f"{self.low:.4f} to {self.high:.4f}"


def row_intervals(
    means: NDArray[np.float64], ends: NDArray[np.float64]
) -> list[RowInterval | None]:
    """Return an interval per run, None if there is no mean.

    means (runs,) and ends (runs, 2) are NaN if undefined.
    """
    pairs = zip(means.tolist(), ends.tolist(), strict=True)
    return [_interval(mean, low, high) for mean, (low, high) in pairs]


def _interval(mean: float, low: float, high: float) -> RowInterval | None:
    if math.isnan(mean):
        return None
    if math.isnan(low):
        return RowInterval(mean, None, None)
    return RowInterval(mean, low, high)


def brackets(columns: Sequence[Sequence[NeighbourGroup]], rows: int) -> list[str]:
    """Return each row's part of the brackets: one sign per lane, such as "│┌ "."""
    return ["".join(_part(lane, row) for lane in columns) for row in range(rows)]


def _part(lane: Sequence[NeighbourGroup], row: int) -> str:
    for first, last in lane:
        if row in (first, last):
            return TOP if row == first else END
        if first < row < last:
            return MIDDLE
    return NONE
