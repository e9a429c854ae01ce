"""Curves with bands: how a number grows with topics, or work over time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, NamedTuple

from assess.charts.axis import Axis, apart
from assess.charts.chart import Chart, Column, Size, Table
from assess.charts.plane import (
    LETTER,
    SHAPES,
    Mark,
    Plane,
    Words,
    line_of,
    shape_at,
)

MOST_MARKED = 60  # places of a curve that get a shape each


@dataclass(frozen=True)
class Place:
    """A point of a curve: its value, None where undefined, and its interval."""

    x: float
    y: float | None
    low: float | None = None
    high: float | None = None
    says: str = ""


@dataclass(frozen=True)
class Curve:
    """A line through places, named at its end; dashed for what is only expected.

    more: what else stands at its end.
    """

    title: str
    places: Sequence[Place]
    dashed: bool = False
    more: str = ""

    @property
    def name(self) -> str:
        """Return what stands at its end."""
        return f"{self.title}{self.more}"


class Drawn(NamedTuple):
    """A curve ready to draw; series is 1 to 6, for its colour."""

    series: int
    dashed: bool
    band: str
    line: str
    marks: list[Mark]
    name: Words


@dataclass(frozen=True, kw_only=True)
class Curves(Chart):
    """One or more curves with their bands over one pair of axes.

    level: a value that matters, drawn across, with its words. unit: what x counts.
    """

    template: ClassVar[str] = "charts/_curves.svg"

    x: Axis
    y: Axis
    curves: Sequence[Curve]
    level: tuple[float, str] | None = None
    decimals: tuple[int, int] = (0, 4)
    width: int = 520
    height: int = 260

    @cached_property
    def plane(self) -> Plane:
        """Return the plane that holds the curves, with room for their names."""
        names = max((len(curve.name) for curve in self.curves), default=0)
        right = 24 + names * LETTER
        places = [each for curve in self.curves for each in curve.places]
        ys = [y for p in places for y in (p.y, p.low, p.high) if y is not None]
        return Plane(
            self.x.over(each.x for each in places),
            self.y.over(ys + ([self.level[0]] if self.level else [])),
            width=max(self.width - right, 200),
            height=self.height,
            right=right,
        )

    @property
    def size(self) -> Size:
        """Return the size of the drawing."""
        return self.plane.size

    @cached_property
    def drawn(self) -> list[Drawn]:
        """Return the curves ready to draw, their names kept apart."""
        ends = [_end(curve) for curve in self.curves]
        downs = [self.plane.down(y) for _, y in ends]
        last = max((x for x, _ in ends), default=0.0)
        heights = apart(downs, gap=15)
        return [
            self._drawn(number, curve, self._name(curve, end, last, height))
            for number, (curve, end, height) in enumerate(
                zip(self.curves, ends, heights, strict=True)
            )
        ]

    def _drawn(self, number: int, curve: Curve, name: Words) -> Drawn:
        return Drawn(
            number % 6 + 1,
            curve.dashed,
            self._band(curve),
            self._line(curve),
            self._marks(number, curve),
            name,
        )

    def _name(
        self, curve: Curve, end: tuple[float, float], last: float, height: float
    ) -> Words:
        """Name a curve right of its end, or above it where another goes on."""
        right = self.plane.across(end[0])
        if end[0] < last:
            above = self.plane.down(end[1]) - 10
            return Words(f"{right:.1f}", f"{above:.1f}", curve.name, "end")
        return Words(f"{right + 10:.1f}", f"{height + 4:.1f}", curve.name)

    def _line(self, curve: Curve) -> str:
        path, broken = "", True
        for each in curve.places:
            if each.y is None:
                broken = True
                continue
            path += ("M" if broken else "L") + self.plane.place(each.x, each.y)
            broken = False
        return path

    def _band(self, curve: Curve) -> str:
        whole = [
            (p.x, p.low, p.high)
            for p in curve.places
            if p.low is not None and p.high is not None
        ]
        if len(whole) < 2:
            return ""
        up = [self.plane.place(x, high) for x, _, high in whole]
        back = [self.plane.place(x, low) for x, low, _ in reversed(whole)]
        return line_of(up + back) + "z"

    def _marks(self, number: int, curve: Curve) -> list[Mark]:
        radius = 3.0 if len(curve.places) <= MOST_MARKED else 1.6
        shape = SHAPES[number % len(SHAPES)]
        return [
            Mark(
                shape_at(
                    self.plane.across(each.x), self.plane.down(each.y), shape, radius
                ),
                self._says(curve, each),
                shape,
            )
            for each in curve.places
            if each.y is not None
        ]

    def _says(self, curve: Curve, place: Place) -> str:
        x, y = self.decimals
        at = place.says or f"{place.x:,.{x}f}"
        said = f"{curve.title}, {at}: {place.y:.{y}f}"
        if place.low is None or place.high is None:
            return said
        return f"{said} ({place.low:.{y}f} to {place.high:.{y}f})"

    @property
    def across(self) -> tuple[str, Words] | None:
        """Return the level as a path with its words."""
        if self.level is None:
            return None
        down, left = self.plane.down(self.level[0]), self.plane.left
        words = Words(f"{left + 8:.1f}", f"{down - 5:.1f}", self.level[1])
        return f"M{left:.1f} {down:.1f}h{self.plane.width:.1f}", words

    @property
    def table(self) -> Table:
        """Return a row a curve and place, with its interval where any has one."""
        x, y = self.decimals
        every = [(curve, place) for curve in self.curves for place in curve.places]
        says = any(place.says for _, place in every)
        bands = any(place.low is not None for _, place in every)
        columns = (
            Column("curve"),
            Column(self.x.title, None if says else x),
            Column(self.y.title, y),
        )
        ends = (Column("from", y), Column("to", y))
        return Table(
            columns + ends * bands,
            [
                (curve.title, p.says if says else p.x, p.y, *((p.low, p.high) * bands))
                for curve, p in every
            ],
        )


def _end(curve: Curve) -> tuple[float, float]:
    for each in reversed(curve.places):
        if each.y is not None:
            return each.x, each.y
    return 0.0, 0.0
