"""A matrix of counts or shares, shaded by size."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, NamedTuple

from assess.charts.chart import Chart, Column, Size, Table
from assess.charts.plane import LETTER, Words

_WIDE, _HIGH, _TOP, _NAMES = 76.0, 40.0, 44.0, 24  # the last in letters
LEVELS = 5  # shades, 0 for nothing


class Square(NamedTuple):
    """A cell ready to draw; level: its shade, 0 to 5."""

    x: str
    y: str
    level: int
    same: bool
    words: Words
    says: str
    link: str


@dataclass(frozen=True, kw_only=True)
class Matrix(Chart):
    """Rows down, columns across; None is an undefined cell.

    down, across: what rows and columns are. links: an address a cell, "" for none.
    diagonal: frame the cells where row and column are one.
    """

    template: ClassVar[str] = "charts/_matrix.svg"
    role: ClassVar[str] = "group"  # its cells may be links

    down: str
    across: str
    rows: Sequence[str]
    columns: Sequence[str]
    cells: Sequence[Sequence[float | None]]
    links: Sequence[Sequence[str]] = ()
    places: int = 0
    diagonal: bool = True

    @cached_property
    def left(self) -> float:
        """Return where the cells begin, right of the names."""
        return 34 + min(max(map(len, self.rows), default=0), _NAMES) * LETTER

    @property
    def size(self) -> Size:
        """Return the size of the drawing."""
        return Size(
            round(self.left + _WIDE * len(self.columns) + 12),
            round(_TOP + _HIGH * len(self.rows) + 12),
        )

    @property
    def wide(self) -> str:
        """Return a cell's width."""
        return f"{_WIDE:.0f}"

    @property
    def high(self) -> str:
        """Return a cell's height."""
        return f"{_HIGH:.0f}"

    @cached_property
    def squares(self) -> list[list[Square]]:
        """Return the cells ready to draw, row by row."""
        known = [abs(v) for row in self.cells for v in row if v is not None]
        most = max(known, default=0.0)
        return [
            [self._square(i, j, value, most) for j, value in enumerate(row)]
            for i, row in enumerate(self.cells)
        ]

    def _square(self, i: int, j: int, value: float | None, most: float) -> Square:
        x, y = self.left + _WIDE * j, _TOP + _HIGH * i
        text = "–" if value is None else f"{value:,.{self.places}f}"
        share = abs(value) / most if value and most else 0.0
        return Square(
            f"{x:.1f}",
            f"{y:.1f}",
            math.ceil(share * LEVELS),
            self.diagonal and i == j,
            Words(f"{x + _WIDE / 2:.1f}", f"{y + _HIGH / 2 + 4:.1f}", text),
            f"{self.down} {self.rows[i]}, {self.across} {self.columns[j]}: {text}",
            self.links[i][j] if self.links else "",
        )

    @property
    def row_names(self) -> list[Words]:
        """Return the rows' names."""
        return [
            Words(
                f"{self.left - 8:.1f}",
                f"{_TOP + _HIGH * (i + 0.5) + 4:.1f}",
                _cut(name),
            )
            for i, name in enumerate(self.rows)
        ]

    @property
    def column_names(self) -> list[Words]:
        """Return the columns' names."""
        room = int(_WIDE / LETTER)
        return [
            Words(
                f"{self.left + _WIDE * (j + 0.5):.1f}",
                f"{_TOP - 8:.1f}",
                name if len(name) <= room else name[: room - 1] + "…",
            )
            for j, name in enumerate(self.columns)
        ]

    @property
    def titles(self) -> tuple[Words, Words]:
        """Return what stands across the top and, turned, down the side."""
        middle = self.left + _WIDE * len(self.columns) / 2
        half = _TOP + _HIGH * len(self.rows) / 2
        return (
            Words(f"{middle:.1f}", "14", self.across),
            Words("14", f"{half:.1f}", self.down),
        )

    @property
    def table(self) -> Table:
        """Return the matrix, a row a row."""
        return Table(
            (Column(self.down), *(Column(name, self.places) for name in self.columns)),
            [
                (name, *values)
                for name, values in zip(self.rows, self.cells, strict=True)
            ],
        )


def _cut(name: str) -> str:
    return name if len(name) <= _NAMES else name[: _NAMES - 1] + "…"
