"""What a leaderboard's rows have drawn in them: an interval on a line, and brackets."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from assess.kernel.neighbours import Stretch

NO_INTERVAL = "no interval: fewer than two topics, or the same score on all of them"
TOP, MIDDLE, END, NONE = "┌", "│", "└", " "  # a row's part of a bracket


class RowInterval(NamedTuple):
    """A mean with its interval: as static/js/charts/rows.js draws it, and in words."""

    numbers: str  # "mean" or "mean low high"
    says: str
    has_interval: bool


def row_intervals(
    means: NDArray[np.float64], ends: NDArray[np.float64]
) -> list[RowInterval | None]:
    """Return an interval a run, None where there is no mean.

    means (runs,) and ends (runs, 2) are NaN where undefined.
    """
    pairs = zip(means.tolist(), ends.tolist(), strict=True)
    return [_interval(mean, low, high) for mean, (low, high) in pairs]


def _interval(mean: float, low: float, high: float) -> RowInterval | None:
    if math.isnan(mean):
        return None
    if math.isnan(low):
        return RowInterval(f"{mean:.6g}", NO_INTERVAL, has_interval=False)
    numbers = f"{mean:.6g} {low:.6g} {high:.6g}"
    return RowInterval(numbers, f"{low:.4f} to {high:.4f}", has_interval=True)


def brackets(columns: Sequence[Sequence[Stretch]], rows: int) -> list[str]:
    """Return each row's part of the brackets: a sign a lane, such as "│┌ "."""
    return ["".join(_part(lane, row) for lane in columns) for row in range(rows)]


def _part(lane: Sequence[Stretch], row: int) -> str:
    for first, last in lane:
        if row in (first, last):
            return TOP if row == first else END
        if first < row < last:
            return MIDDLE
    return NONE
