"""Axes: round numbers along a line, and where on it a value stands."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

ABOUT = 5  # steps between the ends of an axis


class Tick(NamedTuple):
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
    ticks: tuple[Tick, ...] = ()

    def over(self, values: Iterable[float]) -> Scale:
        """Return the axis laid out over values.

        From 0 to 1 where there are none, or where they are one and a share.
        """
        found = [value for value in values if math.isfinite(value)]
        low = self.low if self.low is not None else min(found, default=0.0)
        high = self.high if self.high is not None else max(found, default=1.0)
        if not low < high:
            low, high = (0.0, 1.0) if 0 <= low <= 1 else (low - 0.5, low + 0.5)
        ticks = self.ticks or tuple(round_ticks(low, high))
        return Scale(
            self.title,
            low if self.low is not None else min(low, ticks[0].value),
            high if self.high is not None else max(high, ticks[-1].value),
            ticks,
        )


@dataclass(frozen=True)
class Scale:
    """An axis with its ends."""

    title: str
    low: float
    high: float
    ticks: tuple[Tick, ...]

    def share(self, value: float) -> float:
        """Return how far along a value stands, 0 at the low end and 1 at the high."""
        return (value - self.low) / (self.high - self.low)

    @property
    def inside(self) -> list[Tick]:
        """Return the ticks between the ends."""
        slack = 1e-9 * (self.high - self.low)
        return [
            t for t in self.ticks if self.low - slack <= t.value <= self.high + slack
        ]


def round_step(low: float, high: float, *, about: int = ABOUT) -> float:
    """Return 1, 2 or 5 times a power of ten, some `about` of which span low to high.

    After Heckbert, Nice numbers for graph labels (Graphics Gems, 1990).
    """
    rough = (high - low) / about
    power = 10.0 ** math.floor(math.log10(rough))
    return next(
        (step * power for step in (1, 2, 5) if rough <= step * power * 1.0000001),
        10 * power,
    )


def round_ticks(low: float, high: float, *, about: int = ABOUT) -> list[Tick]:
    """Return round numbers from at or below low to at or above high."""
    step = round_step(low, high, about=about)
    first = math.floor(low / step + 1e-9)
    last = math.ceil(high / step - 1e-9)
    places = max(0, -math.floor(math.log10(step) + 1e-9))
    return [
        Tick(value := number * step, _number(value, places))
        for number in range(first, last + 1)
    ]


def _number(value: float, places: int) -> str:
    said = f"{value:,.{places}f}"
    return said.replace("-", "−") if float(value) else f"{0:.{places}f}"


def apart(places: Sequence[float], *, gap: float) -> list[float]:
    """Return places moved as little as needed to stand a gap apart, order kept."""
    order = sorted(range(len(places)), key=lambda index: places[index])
    groups: list[tuple[float, int]] = []  # middle, how many
    for index in order:
        middle, many = places[index], 1
        while groups and groups[-1][0] + gap * (groups[-1][1] + many) / 2 > middle:
            before, others = groups.pop()
            middle = (before * others + middle * many) / (others + many)
            many += others
        groups.append((middle, many))
    spread = [
        middle + gap * (place - (many - 1) / 2)
        for middle, many in groups
        for place in range(many)
    ]
    moved = dict(zip(order, spread, strict=True))
    return [moved[index] for index in range(len(places))]
