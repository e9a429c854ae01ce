"""The geometry of a square scatter plot of scores from 0 to 1."""

from collections.abc import Iterable
from typing import Literal, NamedTuple

Shape = Literal["circle", "square", "triangle"]

SIDE = 400.0  # of the plotting area
LEFT, TOP = 56.0, 16.0  # its corner
WIDTH, HEIGHT = 476.0, 474.0  # of the whole drawing
STEPS = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)


class Spot(NamedTuple):
    """A point to draw: scores 0 to 1, its shape, and what it says."""

    x: float
    y: float
    shape: Shape
    says: str


class Mark(NamedTuple):
    """A point as an SVG path, with what it says."""

    path: str
    says: str


class Tick(NamedTuple):
    """A line of the grid: its place across and down, and its number."""

    x: str
    y: str
    says: str


def marks(spots: Iterable[Spot], *, radius: float) -> list[Mark]:
    """Return the points as paths, all shapes of about one area."""
    return [Mark(_path(spot, radius), spot.says) for spot in spots]


def ticks() -> list[Tick]:
    """Return the grid, the same for both axes."""
    return [Tick(f"{_across(at):.1f}", f"{_down(at):.1f}", f"{at:.1f}") for at in STEPS]


def _across(score: float) -> float:
    return LEFT + score * SIDE


def _down(score: float) -> float:
    return TOP + (1 - score) * SIDE


def _path(spot: Spot, radius: float) -> str:
    x, y = _across(spot.x), _down(spot.y)
    if spot.shape == "square":
        half = radius * 0.89
        side = 2 * half
        return f"M{x - half:.1f} {y - half:.1f}h{side:.1f}v{side:.1f}h{-side:.1f}z"
    if spot.shape == "triangle":
        wide, high = radius * 1.17, radius * 1.35
        return f"M{x:.1f} {y - high:.1f}l{wide:.1f} {2 * wide:.1f}h{-2 * wide:.1f}z"
    arc = f"a{radius:.1f} {radius:.1f} 0 1 0"
    return (
        f"M{x - radius:.1f} {y:.1f}{arc} {2 * radius:.1f} 0{arc} {-2 * radius:.1f} 0z"
    )
