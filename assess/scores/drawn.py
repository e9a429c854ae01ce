"""The small drawings in a leaderboard's rows: an interval on a line, and brackets."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from assess.charts import Axis
from assess.charts.axis import Scale
from assess.kernel.neighbours import Stretch

WIDTH, MIDDLE, MARGIN = 168.0, 10.0, 14.0  # of a row's drawing
NO_INTERVAL = "no interval: fewer than two topics, or the same score on all of them"
LANE = 7.0  # how far brackets stand apart


class Drawn(NamedTuple):
    """One interval: its path, where its mean stands, and what it says."""

    path: str
    at: str
    says: str


@dataclass(frozen=True, eq=False)
class LineScale:
    """Intervals over one axis; means (runs,), ends (runs, 2), NaN where undefined."""

    means: NDArray[np.float64]
    ends: NDArray[np.float64]

    @cached_property
    def scale(self) -> Scale:
        """Return the axis that holds them all."""
        return Axis("").over([*self.means.tolist(), *self.ends.ravel().tolist()])

    def across(self, value: float) -> float:
        """Return where a value stands from the left."""
        return MARGIN + self.scale.share(value) * (WIDTH - 2 * MARGIN)

    @property
    def lines(self) -> list[Drawn | None]:
        """Return what each row draws, None where there is no mean."""
        return [self._line(row) for row in range(len(self.means))]

    def _line(self, row: int) -> Drawn | None:
        mean, (low, high) = float(self.means[row]), self.ends[row].tolist()
        if math.isnan(mean):
            return None
        at = f"{self.across(mean):.1f}"
        if math.isnan(low):
            return Drawn("", at, NO_INTERVAL)
        path = f"M{self.across(low):.1f} {MIDDLE}H{self.across(high):.1f}"
        return Drawn(path, at, f"{low:.4f} to {high:.4f}")

    @property
    def ticks(self) -> list[tuple[str, str]]:
        """Return the ends and the middle of the axis: places across, and numbers."""
        inside = self.scale.inside
        shown = inside[:: max(1, math.ceil((len(inside) - 1) / 3))]
        return [(f"{self.across(tick.value):.1f}", tick.says) for tick in shown]


def line_scale(means: NDArray[np.float64], ends: NDArray[np.float64]) -> LineScale:
    """Return the intervals of a table laid out over one axis."""
    return LineScale(means, ends)


def brackets(columns: Sequence[Sequence[Stretch]], rows: int) -> list[list[str]]:
    """Return what each row draws of the brackets: a path a lane, "" for none.

    A row is 20 high and stretched to its height; upright lines meet row to row.
    """
    return [
        [_part(lane, column, row) for lane, column in enumerate(columns)]
        for row in range(rows)
    ]


def _part(lane: int, column: Sequence[Stretch], row: int) -> str:
    x = 4 + lane * LANE
    for first, last in column:
        if first == row:
            return f"M{x + 3:.0f} 5H{x:.0f}V20"
        if last == row:
            return f"M{x:.0f} 0V15H{x + 3:.0f}"
        if first < row < last:
            return f"M{x:.0f} 0V20"
    return ""
