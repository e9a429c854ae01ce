"""A matrix of counts, shaded by size."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from assess.analysis.charts.chart import LETTER, Chart, ChartTable, Column, Size

_WIDE, _HIGH, _NAMES = 76, 40, 24  # of a cell; the last in letters
LEVELS = 5  # shades, 0 for nothing


class Square(NamedTuple):
    """A cell ready to draw; level: its shade, 0 to 5."""

    level: int
    same: bool
    text: str
    says: str


@dataclass(frozen=True, kw_only=True)
class MatrixChart(Chart):
    """Rows down, columns across; None is an undefined cell.

    down, across: what rows and columns are. If both are the same, a cell has a frame.
    """

    kind: ClassVar[str] = "matrix"

    down: str
    across: str
    rows: Sequence[str]
    columns: Sequence[str]
    cells: Sequence[Sequence[float | None]]

    @property
    def _left(self) -> int:
        names = max(map(len, self.rows), default=0)
        return 34 + round(min(names, _NAMES) * LETTER)

    @property
    def size(self) -> Size:
        """Return the size of the drawing."""
        return Size(
            self._left + _WIDE * len(self.columns) + 12, 68 + _HIGH * len(self.rows)
        )

    @property
    def parts(self) -> dict[str, object]:
        """Return the cells row by row, with their text."""
        return {
            "down": self.down,
            "across": self.across,
            "rows": self.rows,
            "columns": self.columns,
            "squares": self.squares,
            "left": self._left,
        }

    @property
    def squares(self) -> list[list[Square]]:
        """Return the cells ready to draw, row by row."""
        known = [abs(v) for row in self.cells for v in row if v is not None]
        most = max(known, default=0.0)
        return [
            [self._square(i, j, value, most) for j, value in enumerate(row)]
            for i, row in enumerate(self.cells)
        ]

    def _square(self, i: int, j: int, value: float | None, most: float) -> Square:
        text = "–" if value is None else f"{value:,.0f}"
        share = abs(value) / most if value and most else 0.0
        return Square(
            math.ceil(share * LEVELS),
            i == j,
            text,
            f"{self.down} {self.rows[i]}, {self.across} {self.columns[j]}: {text}",
        )

    @property
    def table(self) -> ChartTable:
        """Return the matrix, one table row per row."""
        return ChartTable(
            (Column(self.down), *(Column(name, 0) for name in self.columns)),
            [
                (name, *values)
                for name, values in zip(self.rows, self.cells, strict=True)
            ],
        )
