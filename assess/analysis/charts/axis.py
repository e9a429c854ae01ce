"""Axes: their quantity and their ends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class AxisTick(NamedTuple):
    """A value on an axis and its text."""

    value: float
    says: str


@dataclass(frozen=True)
class Axis:
    """An axis; ends that are None are computed from the data, as round numbers.

    ticks: places that have text instead of numbers, such as dates.
    """

    title: str
    low: float | None = None
    high: float | None = None
    ticks: tuple[AxisTick, ...] = ()

    @property
    def drawing(self) -> dict[str, object]:
        """Return the axis as static/assess/analysis/charts/frame.js reads it."""
        return {
            "title": self.title,
            "low": self.low,
            "high": self.high,
            "ticks": self.ticks,
        }
