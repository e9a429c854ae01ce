"""Differences of two named sides, item by item, as lines from zero."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from assess.analysis.charts.axis import Axis
from assess.analysis.charts.chart import Chart, ChartTable, Column, Size, near

_WIDE = 620
_ROW, _AXIS = 20, 56  # heights: of a row, and of the space above and below them


class Difference(NamedTuple):
    """Two values of one item."""

    title: str
    a: float
    b: float

    @property
    def value(self) -> float:
        """Return how much the first value is above the second."""
        return self.a - self.b


@dataclass(frozen=True, kw_only=True)
class DifferenceChart(Chart):
    """One difference per row, in the given order, drawn from zero.

    sides: the names of the two values. head: what the rows are.
    """

    kind: ClassVar[str] = "intervals"

    axis: Axis
    sides: tuple[str, str]
    rows: Sequence[Difference]
    head: str = "topic"

    @property
    def size(self) -> Size:
        """Return the size of the drawing."""
        return Size(_WIDE, _AXIS + _ROW * len(self.rows))

    @property
    def parts(self) -> dict[str, object]:
        """Return the rows with their text."""
        return {
            "axis": self.axis.drawing,
            "rows": [self._row(each) for each in self.rows],
            "lanes": [],
        }

    def _row(self, row: Difference) -> tuple[object, ...]:
        value = near(row.value)
        says = f"{row.title}: {row.value:+.4f} ({row.a:.4f} and {row.b:.4f})"
        return row.title, value, min(value or 0, 0), max(value or 0, 0), says

    @property
    def table(self) -> ChartTable:
        """Return the rows with both values."""
        numbers = (*(Column(side, 4) for side in self.sides), Column("difference", 4))
        return ChartTable(
            (Column(self.head), *numbers),
            [(row.title, row.a, row.b, row.value) for row in self.rows],
        )
