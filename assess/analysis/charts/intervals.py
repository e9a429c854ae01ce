"""Rows of values with their intervals: a leaderboard, or judges side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from assess.analysis.charts.axis import Axis
from assess.analysis.charts.chart import Chart, ChartTable, Column, Size, near
from assess.analysis.kernel.neighbours import NeighbourGroup, lanes

_WIDE = 620
_ROW, _AXIS = 20, 56  # heights: of a row, and of the space above and below them


@dataclass(frozen=True)
class Interval:
    """A named value with its interval; None if undefined."""

    title: str
    value: float | None
    low: float | None = None
    high: float | None = None

    @property
    def numbers(self) -> tuple[float | None, ...]:
        """Return the value and the two ends, as they are drawn."""
        return near(self.value), near(self.low), near(self.high)

    @property
    def says(self) -> str:
        """Return the row's text for the pointer."""
        if self.value is None:
            return f"{self.title}: undefined"
        said = f"{self.title}: {self.value:.4f}"
        if self.low is None or self.high is None:
            return said
        return f"{said} ({self.low:.4f} to {self.high:.4f})"


@dataclass(frozen=True, kw_only=True)
class IntervalChart(Chart):
    """One interval per row, in the given order.

    groups: rows that cannot be distinguished, drawn as brackets, by their first rows.
    """

    kind: ClassVar[str] = "intervals"

    axis: Axis
    rows: Sequence[Interval]
    head: str = "run"
    groups: Sequence[NeighbourGroup] = ()

    @property
    def size(self) -> Size:
        """Return the size of the drawing."""
        return Size(_WIDE, _AXIS + _ROW * len(self.rows))

    @property
    def parts(self) -> dict[str, object]:
        """Return the rows with their text, and the brackets."""
        return {
            "axis": self.axis.drawing,
            "rows": [(row.title, *row.numbers, row.says) for row in self.rows],
            "lanes": lanes(self.groups),
        }

    @property
    def table(self) -> ChartTable:
        """Return the rows with their intervals."""
        numbers = (Column(self.axis.title, 4), Column("from", 4), Column("to", 4))
        return ChartTable(
            (Column(self.head), *numbers),
            [(row.title, row.value, row.low, row.high) for row in self.rows],
        )
