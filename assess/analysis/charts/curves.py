"""Curves with bands: how a number grows with topics, or work over time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from assess.analysis.charts.axis import Axis
from assess.analysis.charts.chart import LETTER, Chart, ChartTable, Column, Size, near

_HIGH, _NAME = 260, 15  # heights: of the plane, and of a curve's name


@dataclass(frozen=True)
class CurvePoint:
    """A point of a curve: its value, None if undefined, and its interval."""

    x: float
    y: float | None
    low: float | None = None
    high: float | None = None
    says: str = ""


@dataclass(frozen=True)
class Curve:
    """A line through places, named at its end; dashed if it is only expected.

    more: further text at its end.
    """

    title: str
    places: Sequence[CurvePoint]
    dashed: bool = False
    more: str = ""

    @property
    def name(self) -> str:
        """Return the text at its end."""
        return f"{self.title}{self.more}"


@dataclass(frozen=True, kw_only=True)
class Curves(Chart):
    """One or more curves with their bands over one pair of axes.

    level: an important value, drawn as a horizontal line with its text.
    """

    kind: ClassVar[str] = "curves"

    x: Axis
    y: Axis
    curves: Sequence[Curve]
    level: tuple[float, str] | None = None
    decimals: tuple[int, int] = (0, 4)
    width: int = 520

    @property
    def size(self) -> Size:
        """Return the size of the drawing, with space for the names on the right."""
        high = max(_HIGH, _NAME * len(self.curves))
        return Size(max(self.width, 280 + round(self._names)), high + 70)

    @property
    def _names(self) -> float:
        return 30 + max((len(curve.name) for curve in self.curves), default=0) * LETTER

    @property
    def parts(self) -> dict[str, object]:
        """Return the curves with the text of each place."""
        return {
            "x": self.x.drawing,
            "y": self.y.drawing,
            "curves": [self._drawn(curve) for curve in self.curves],
            "level": self.level,
            "room": round(self._names),
        }

    def _drawn(self, curve: Curve) -> dict[str, object]:
        places = [
            (near(p.x), near(p.y), near(p.low), near(p.high), self._says(curve, p))
            for p in curve.places
        ]
        return {"name": curve.name, "dashed": curve.dashed, "places": places}

    def _says(self, curve: Curve, place: CurvePoint) -> str:
        x, y = self.decimals
        at = place.says or f"{place.x:,.{x}f}"
        if place.y is None:
            return f"{curve.title}, {at}: undefined"
        said = f"{curve.title}, {at}: {place.y:,.{y}f}"
        if place.low is None or place.high is None:
            return said
        return f"{said} ({place.low:,.{y}f} to {place.high:,.{y}f})"

    @property
    def table(self) -> ChartTable:
        """Return a row per curve and place, with its interval if any has one."""
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
        return ChartTable(
            columns + ends * bands,
            [
                (curve.title, p.says if says else p.x, p.y, *((p.low, p.high) * bands))
                for curve, p in every
            ],
        )
