"""Marks in a leaderboard's rows: intervals, brackets, what is like a chosen run."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from assess.analysis.charts.scale import RoundScale, scale_over
from assess.analysis.kernel.neighbours import NeighbourGroup
from assess.analysis.scores.leaderboard.confidence import Compared
from runs.models import Run

NO_INTERVAL = "no interval: fewer than two topics, or the same score on all of them"
TOP, MIDDLE, END, NONE = "┌", "│", "└", " "  # a row's part of a bracket
WIDE, HIGH, MARGIN = 168, 20, 14  # of an interval's drawing
LANE = 7  # distance of brackets


class RowInterval(NamedTuple):
    """A mean with its interval on the rows' common scale; no ends if there is none."""

    mean: float
    low: float | None
    high: float | None
    scale: RoundScale

    @property
    def has_interval(self) -> bool:
        """Return whether there is an interval."""
        return self.low is not None

    @property
    def dot(self) -> str:
        """Return the place of the mean."""
        return self.scale.place(self.mean)

    @property
    def path(self) -> str:
        """Return the interval as a path, "" if there is none."""
        if self.low is None or self.high is None:
            return ""
        place = self.scale.place
        return f"M{place(self.low)} {HIGH / 2:g}H{place(self.high)}"

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
    values = np.column_stack([means, ends])[np.isfinite(means)]
    known = values[np.isfinite(values)].tolist()
    scale = scale_over(known, left=MARGIN, right=WIDE - MARGIN)
    pairs = zip(means.tolist(), ends.tolist(), strict=True)
    return [_interval(mean, low, high, scale) for mean, (low, high) in pairs]


def _interval(
    mean: float, low: float, high: float, on: RoundScale
) -> RowInterval | None:
    if math.isnan(mean):
        return None
    if math.isnan(low):
        return RowInterval(mean, None, None, on)
    return RowInterval(mean, low, high, on)


def brackets(columns: Sequence[Sequence[NeighbourGroup]], rows: int) -> list[str]:
    """Return each row's part of the brackets: one sign per lane, such as "│┌ "."""
    return ["".join(_part(lane, row) for lane in columns) for row in range(rows)]


def bracket_path(signs: str) -> str:
    """Return a row's part of the brackets as a path, `LANE` units a lane."""
    draws = {TOP: "M{2} 5H{0}V{1}", MIDDLE: "M{0} 0V{1}", END: "M{0} 0V15H{2}"}
    places = [(sign, 4 + lane * LANE) for lane, sign in enumerate(signs)]
    return "".join(draws[s].format(x, HIGH, x + 3) for s, x in places if s in draws)


def _part(lane: Sequence[NeighbourGroup], row: int) -> str:
    for first, last in lane:
        if row in (first, last):
            return TOP if row == first else END
        if first < row < last:
            return MIDDLE
    return NONE


NAMED = 12  # runs in a sentence
CHOSEN, ALIKE, APART, UNTESTED = "chosen", "alike", "apart", "untested"


@dataclass(frozen=True, eq=False)
class ChosenRun:
    """A run of a leaderboard beside all others.

    marks: of each run of the leaderboard, in its order of runs: the chosen one, those
    that cannot be told apart from it, those that can, those without a common topic.
    alike: the second of these, in the order of the table. better, worse: how many of
    the third it is better than, or worse.
    """

    run: Run
    marks: tuple[str, ...]
    alike: tuple[Run, ...]
    better: int
    worse: int

    @property
    def says(self) -> str:
        """Return the result in a sentence with its counts."""
        others, many = len(self.marks) - 1, len(self.alike)
        if many == others:
            return "cannot be told apart from any other run"
        if not many and not self.untested:
            return f"can be told apart from every other run: {self._sides}"
        said = f"cannot be told apart from {many} of {others} other runs"
        if self.better or self.worse:
            said = f"{said}, and is {self._sides}"
        if self.untested:
            said = f"{said}; {self.untested} could not be compared with it"
        return said

    @property
    def _sides(self) -> str:
        found = ((self.better, "better than"), (self.worse, "worse than"))
        return " and ".join(f"{side} {many}" for many, side in found if many)

    @property
    def named(self) -> tuple[Run, ...]:
        """Return the first of those alike, as many as a sentence bears."""
        return self.alike[:NAMED]

    @property
    def more(self) -> int:
        """Count those alike that are not named."""
        return len(self.alike) - len(self.named)

    @property
    def untested(self) -> int:
        """Count the runs that it was not compared with."""
        return self.marks.count(UNTESTED)


def chosen_run(
    runs: Sequence[Run], order: Sequence[int], own: int, compared: Compared
) -> ChosenRun:
    """Return a run beside the others, given a comparison of all of them.

    own: its row in `runs`. order: the rows as the table shows them.
    """
    apart = compared.apart[own]
    marks = [_mark(own, row, compared) for row in range(len(runs))]
    above = compared.means[own] > compared.means[:, own]
    return ChosenRun(
        run=runs[own],
        marks=tuple(marks),
        alike=tuple(runs[row] for row in order if marks[row] == ALIKE),
        better=int((apart & above).sum()),
        worse=int((apart & ~above).sum()),
    )


def _mark(own: int, row: int, compared: Compared) -> str:
    if row == own:
        return CHOSEN
    if math.isnan(compared.p[own, row]):
        return UNTESTED
    return APART if compared.apart[own, row] else ALIKE
