"""Rows of values with their intervals: a leaderboard, or judges side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, NamedTuple

from assess.charts.axis import Axis, Scale
from assess.charts.chart import Chart, Column, Size, Table
from assess.charts.plane import LETTER, Mark, Shape, Words, shape_at

_ROW, _TOP, _BOTTOM, _NAMES = 20.0, 8.0, 48.0, 34  # the last in letters


@dataclass(frozen=True)
class Interval:
    """A named value with its interval; None where undefined."""

    title: str
    value: float | None
    low: float | None = None
    high: float | None = None
    shape: Shape = "circle"

    @property
    def says(self) -> str:
        """Return what the row says under the pointer."""
        if self.value is None:
            return f"{self.title}: undefined"
        said = f"{self.title}: {self.value:.4f}"
        if self.low is None or self.high is None:
            return said
        return f"{said} ({self.low:.4f} to {self.high:.4f})"


class Row(NamedTuple):
    """A row ready to draw."""

    name: Words
    line: str
    mark: Mark | None


@dataclass(frozen=True, kw_only=True)
class Intervals(Chart):
    """A row each, in the order given.

    groups: first and last row (from 0) of what can't be told apart, as brackets.
    """

    template: ClassVar[str] = "charts/_intervals.svg"

    axis: Axis
    rows: Sequence[Interval]
    head: str = "run"
    groups: Sequence[tuple[int, int]] = ()
    level: float | None = None
    width: int = 620

    @cached_property
    def scale(self) -> Scale:
        """Return the axis under the rows."""
        ends = (v for row in self.rows for v in (row.value, row.low, row.high))
        levels = [] if self.level is None else [self.level]
        return self.axis.over([v for v in ends if v is not None] + levels)

    @cached_property
    def left(self) -> float:
        """Return where the axis begins, right of the names."""
        letters = max((len(row.title) for row in self.rows), default=0)
        return 16 + min(letters, _NAMES) * LETTER

    @cached_property
    def right(self) -> float:
        """Return where the axis ends, left of the brackets."""
        return self.width - 14.0 - 9.0 * self._lanes

    @property
    def bottom(self) -> float:
        """Return where the axis stands."""
        return _TOP + _ROW * len(self.rows)

    @property
    def size(self) -> Size:
        """Return the size of the drawing."""
        return Size(self.width, round(self.bottom + _BOTTOM))

    def _across(self, value: float) -> float:
        share = min(1.0, max(0.0, self.scale.share(value)))
        return self.left + share * (self.right - self.left)

    @cached_property
    def drawn(self) -> list[Row]:
        """Return the rows ready to draw."""
        return [self._row(place, row) for place, row in enumerate(self.rows)]

    def _row(self, place: int, row: Interval) -> Row:
        down = _TOP + _ROW * (place + 0.5)
        title = row.title if len(row.title) <= _NAMES else row.title[: _NAMES - 1] + "…"
        name = Words(f"{self.left - 8:.1f}", f"{down + 4:.1f}", title)
        line = ""
        if row.low is not None and row.high is not None:
            low, high = self._across(row.low), self._across(row.high)
            line = f"M{low:.1f} {down:.1f}H{high:.1f}M{low:.1f} {down - 3:.1f}v6"
            line += f"M{high:.1f} {down - 3:.1f}v6"
        if row.value is None:
            return Row(name, line, None)
        path = shape_at(self._across(row.value), down, row.shape, 4.0)
        return Row(name, line, Mark(path, row.says, row.shape))

    @cached_property
    def _laned(self) -> list[tuple[int, int, int]]:
        ends: list[int] = []
        found = []
        for first, last in sorted(self.groups):
            lane = next((n for n, end in enumerate(ends) if end < first), len(ends))
            ends[lane : lane + 1] = [last]
            found.append((first, last, lane))
        return found

    @property
    def _lanes(self) -> int:
        return max((lane + 1 for _, _, lane in self._laned), default=0)

    @property
    def brackets(self) -> list[str]:
        """Return the brackets, lane by lane so that none covers another."""
        found = []
        for first, last, lane in self._laned:
            x = self.right + 9.0 * (lane + 1)
            top, end = _TOP + _ROW * first + 4, _TOP + _ROW * (last + 1) - 4
            found.append(f"M{x - 4:.1f} {top:.1f}h4V{end:.1f}h-4")
        return found

    @property
    def grid(self) -> str:
        """Return the upright lines."""
        return "".join(
            f"M{self._across(tick.value):.1f} {_TOP:.1f}V{self.bottom:.1f}"
            for tick in self.scale.inside
        )

    @property
    def names(self) -> list[Words]:
        """Return the numbers under the axis."""
        down = f"{self.bottom + 16:.1f}"
        return [
            Words(f"{self._across(tick.value):.1f}", down, tick.says)
            for tick in self.scale.inside
        ]

    @property
    def line_of_level(self) -> str:
        """Return the line at the level that matters, "" for none."""
        if self.level is None:
            return ""
        return f"M{self._across(self.level):.1f} {_TOP:.1f}V{self.bottom:.1f}"

    @property
    def title_at(self) -> Words:
        """Return the axis's title under it."""
        middle = (self.left + self.right) / 2
        return Words(f"{middle:.1f}", f"{self.bottom + 38:.1f}", self.scale.title)

    @property
    def table(self) -> Table:
        """Return the rows with their intervals."""
        numbers = (Column(self.axis.title, 4), Column("from", 4), Column("to", 4))
        return Table(
            (Column(self.head), *numbers),
            [(row.title, row.value, row.low, row.high) for row in self.rows],
        )
