"""Points in a plane: two conditions' scores, or quality against length."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from assess.analysis.charts.axis import Axis
from assess.analysis.charts.chart import Chart, ChartTable, Column, Shape, Size, near

MOST_NAMED = 4_000  # small points above which only first names are shown


class ScatterPoint(NamedTuple):
    """A point, the names of what it represents, and its appearance.

    names: in the order of the chart's `heads`. label: printed next to it.
    """

    x: float
    y: float
    names: tuple[str, ...] = ()
    shape: Shape = "circle"
    label: str = ""

    @property
    def says(self) -> str:
        """Return the point's text for the pointer."""
        numbers = f"{_plain(self.x)} and {_plain(self.y)}"
        return f"{', '.join(self.names)}: {numbers}" if self.names else numbers


def _drawn(points: Iterable[ScatterPoint]) -> list[tuple[object, ...]]:
    return [
        (near(each.x), near(each.y), each.shape, each.says, each.label)
        for each in sorted(points, key=lambda point: (point.x, point.y))
    ]


def _plain(value: float) -> str:
    return f"{value:.4f}" if abs(value) < 10 else f"{value:,.1f}"


@dataclass(frozen=True, kw_only=True)
class Scatter(Chart):
    """Large points over a cloud of small ones.

    heads: the kinds of the points' names, such as run and task. identity: the line of
    equal values. front: a line through some of the points, such as a Pareto front.
    corner: lines of text at the top left. `legend`: what each shape means. side: the
    width of the drawing.
    """

    kind: ClassVar[str] = "scatter"

    x: Axis
    y: Axis
    points: Sequence[ScatterPoint]
    heads: tuple[str, ...] = ()
    cloud: Sequence[ScatterPoint] = ()
    identity: bool = False
    front: Sequence[ScatterPoint] = ()
    corner: Sequence[str] = ()
    legend: Sequence[tuple[Shape, str]] = ()
    places: tuple[int, int] = (4, 4)
    side: int = 474

    @property
    def size(self) -> Size:
        """Return the size of the drawing."""
        return Size(self.side, self.side + 20 if self.legend else self.side - 4)

    @property
    def parts(self) -> dict[str, object]:
        """Return the points from left to right, in the order of the arrow keys.

        Very many small points have only their first name, to limit the size of the
        page.
        """
        many = len(self.cloud) > MOST_NAMED
        cloud = (
            [p._replace(names=p.names[:1]) for p in self.cloud] if many else self.cloud
        )
        return {
            "x": self.x.drawing,
            "y": self.y.drawing,
            "points": _drawn(self.points),
            "cloud": _drawn(cloud),
            "identity": self.identity,
            "front": [(near(each.x), near(each.y)) for each in self.front],
            "corner": self.corner,
            "legend": self.legend,
        }

    @property
    def table(self) -> ChartTable:
        """Return the large points, then the small ones."""
        width = len(self.heads)
        return ChartTable(
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
