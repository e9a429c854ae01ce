"""Axes: what they count and where they end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class AxisTick(NamedTuple):
    """A value on an axis and what stands beside it."""

    value: float
    says: str


@dataclass(frozen=True)
class Axis:
    """What an axis shows; ends that are None come from the data, out to round numbers.

    ticks: places to name in other words than numbers, such as dates.
    """

    title: str
    low: float | None = None
    high: float | None = None
    ticks: tuple[AxisTick, ...] = ()

    @property
    def drawing(self) -> dict[str, object]:
        """Return the axis as static/js/charts/frame.js reads it."""
        return {
            "title": self.title,
            "low": self.low,
            "high": self.high,
            "ticks": self.ticks,
        }
