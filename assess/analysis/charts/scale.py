"""A linear scale with round ends and few ticks, for drawings in the rows of a table."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor, isclose, log10, sqrt
from typing import NamedTuple

STEPS = 5  # approximate number of steps between round ends
FACTORS = ((sqrt(50), 10), (sqrt(10), 5), (sqrt(2), 2), (0.0, 1))
NEARLY = 1e-9


class ScaleTick(NamedTuple):
    """A round value's place, and its digits."""

    x: str
    text: str


class RoundScale(NamedTuple):
    """Values from `low` to `high`, drawn between two places in units of the drawing."""

    low: float
    high: float
    left: float
    right: float

    def place(self, value: float) -> str:
        """Return the place of a value."""
        share = (value - self.low) / (self.high - self.low)
        return f"{self.left + share * (self.right - self.left):.1f}"

    def ticks(self, steps: int) -> list[ScaleTick]:
        """Return the round values within the scale, about so many steps of them."""
        step = _step(self.low, self.high, steps)
        first, last = ceil(self.low / step - NEARLY), floor(self.high / step + NEARLY)
        digits = max(0, -floor(log10(step) + NEARLY))
        values = [number * step for number in range(first, last + 1)]
        return [ScaleTick(self.place(each), f"{each:.{digits}f}") for each in values]


def scale_over(values: Sequence[float], *, left: float, right: float) -> RoundScale:
    """Return a scale whose ends are round numbers around the values.

    From 0 to 1 without values, or if all values are the same share.
    """
    low, high = min(values, default=0.0), max(values, default=1.0)
    if isclose(low, high, rel_tol=NEARLY, abs_tol=NEARLY):
        low, high = (0.0, 1.0) if 0 <= low <= 1 else (low - 0.5, high + 0.5)
    step = _step(low, high, STEPS)
    first, last = floor(low / step + NEARLY), ceil(high / step - NEARLY)
    return RoundScale(first * step, last * step, left, right)


def _step(low: float, high: float, steps: int) -> float:
    """Return 1, 2 or 5 times a power of ten, of which about so many fit between."""
    whole = (high - low) / steps
    power = floor(log10(whole))
    error = whole / 10.0**power
    factor = next(factor for least, factor in FACTORS if error >= least)
    return float(factor * 10.0**power)
