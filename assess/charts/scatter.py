"""Points in a plane: two conditions' scores, or quality against length."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from assess.charts.axis import Axis
from assess.charts.chart import Chart, Column, Size, Table
from assess.charts.plane import (
    LETTER,
    Mark,
    Plane,
    Shape,
    Words,
    line_of,
    shape_at,
)

MOST_NAMED = 4_000  # small points that each say their own name
_LARGE, _SMALL = 5.0, 2.8


@dataclass(frozen=True)
class Point:
    """A point, the names of what it stands for, and how it is drawn.

    names: in the order of the chart's `heads`; the first is said of many small points
    at once. label: printed beside it.
    """

    x: float
    y: float
    names: tuple[str, ...] = ()
    shape: Shape = "circle"
    label: str = ""

    @property
    def says(self) -> str:
        """Return what the point says under the pointer."""
        numbers = f"{_plain(self.x)} and {_plain(self.y)}"
        return f"{', '.join(self.names)}: {numbers}" if self.names else numbers


def _in_order(points: Iterable[Point]) -> list[Point]:
    """Return points as the arrow keys go through them."""
    return sorted(points, key=lambda point: (point.x, point.y))


def _plain(value: float) -> str:
    return f"{value:.4f}" if abs(value) < 10 else f"{value:,.1f}"


@dataclass(frozen=True, kw_only=True)
class Scatter(Chart):
    """Large points over a cloud of small ones.

    heads: what the points' names are, such as run and task. identity: the line of
    equal values. front: a line through some of the points, such as a Pareto front.
    corner: lines of text at the top left, and `legend`: what each shape is.
    """

    template: ClassVar[str] = "charts/_scatter.svg"

    x: Axis
    y: Axis
    points: Sequence[Point]
    heads: tuple[str, ...] = ()
    cloud: Sequence[Point] = ()
    identity: bool = False
    front: Sequence[Point] = ()
    corner: Sequence[str] = ()
    legend: Sequence[tuple[Shape, str]] = ()
    places: tuple[int, int] = (4, 4)

    @cached_property
    def plane(self) -> Plane:
        """Return the plane that holds all points."""
        every = (*self.points, *self.cloud)
        return Plane(
            self.x.over(each.x for each in every),
            self.y.over(each.y for each in every),
            bottom=80.0 if self.legend else 56.0,
        )

    @property
    def size(self) -> Size:
        """Return the size of the drawing."""
        return self.plane.size

    @cached_property
    def large(self) -> list[Mark]:
        """Return the large points, from left to right."""
        return [self._mark(point, _LARGE) for point in _in_order(self.points)]

    @cached_property
    def small(self) -> list[Mark]:
        """Return the small points: each by itself, or many as one path a first name."""
        if len(self.cloud) <= MOST_NAMED:
            return [self._mark(point, _SMALL) for point in _in_order(self.cloud)]
        groups: dict[str, list[Point]] = {}
        for point in self.cloud:
            groups.setdefault(point.names[0] if point.names else "", []).append(point)
        return [
            Mark("".join(self._mark(each, _SMALL).path for each in group), name)
            for name, group in groups.items()
        ]

    def _mark(self, point: Point, radius: float) -> Mark:
        x, y = self.plane.across(point.x), self.plane.down(point.y)
        return Mark(shape_at(x, y, point.shape, radius), point.says, point.shape)

    @property
    def equal(self) -> str:
        """Return the line of equal values, "" where none is asked for."""
        low = max(self.plane.x.low, self.plane.y.low)
        high = min(self.plane.x.high, self.plane.y.high)
        if not self.identity or low >= high:
            return ""
        return line_of([self.plane.place(low, low), self.plane.place(high, high)])

    @property
    def along(self) -> str:
        """Return the front as a path, "" where there is none."""
        places = [self.plane.place(each.x, each.y) for each in self.front]
        return line_of(places) if len(places) > 1 else ""

    @property
    def labels(self) -> list[Words]:
        """Return the names printed beside points: up and left, a front's free side."""
        found = []
        for point in (*self.points, *self.cloud):
            if point.label:
                x, y = self.plane.across(point.x), self.plane.down(point.y)
                fits = x - 6 - len(point.label) * LETTER > self.plane.left
                side, x = ("end", x - 6) if fits else ("start", x + 6)
                found.append(Words(f"{x:.1f}", f"{y - 6:.1f}", point.label, side))
        return found

    @property
    def lines(self) -> list[Words]:
        """Return the lines of text in the corner."""
        left, top = self.plane.left + 10, self.plane.top + 18
        return [
            Words(f"{left:.1f}", f"{top + 16 * place:.1f}", says)
            for place, says in enumerate(self.corner)
        ]

    @property
    def keys(self) -> list[tuple[str, Words]]:
        """Return what each shape is, side by side under the plane."""
        left, down = self.plane.left + 6, self.plane.top + self.plane.height + 70
        found = []
        for shape, says in self.legend:
            path = shape_at(left, down - 4, shape, _LARGE)
            found.append((path, Words(f"{left + 10:.1f}", f"{down:.1f}", says)))
            left += 28 + len(says) * LETTER
        return found

    @property
    def table(self) -> Table:
        """Return the large points, then the small ones."""
        width = len(self.heads)
        return Table(
            (
                *map(Column, self.heads),
                Column(self.x.title, self.places[0]),
                Column(self.y.title, self.places[1]),
            ),
            [
                (*(point.names + ("",) * width)[:width], point.x, point.y)
                for point in (*self.points, *self.cloud)
            ],
        )
