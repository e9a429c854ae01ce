"""The plane of a chart with two axes, and the marks on it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from assess.charts.axis import Scale
from assess.charts.chart import Size

Shape = Literal["circle", "square", "triangle", "diamond"]
SHAPES: tuple[Shape, ...] = ("circle", "square", "triangle", "diamond")
LETTER = 6.6  # width of an average letter at the charts' size


class Mark(NamedTuple):
    """A path, what it says under the pointer, and its class."""

    path: str
    says: str
    kind: str = ""


class Words(NamedTuple):
    """A text at a place."""

    x: str
    y: str
    says: str
    kind: str = ""


@dataclass(frozen=True)
class Plane:
    """Two axes laid out; margins leave room for what stands beside them."""

    x: Scale
    y: Scale
    width: float = 400.0
    height: float = 400.0
    left: float = 56.0
    top: float = 14.0
    right: float = 18.0
    bottom: float = 56.0

    @property
    def size(self) -> Size:
        """Return the size of the whole drawing."""
        return Size(
            round(self.left + self.width + self.right),
            round(self.top + self.height + self.bottom),
        )

    def across(self, value: float) -> float:
        """Return where a value stands from the left."""
        return self.left + self.x.share(value) * self.width

    def down(self, value: float) -> float:
        """Return where a value stands from the top."""
        return self.top + (1 - self.y.share(value)) * self.height

    def place(self, x: float, y: float) -> str:
        """Return a point as a path writes it."""
        return f"{self.across(x):.1f} {self.down(y):.1f}"

    @property
    def grid(self) -> str:
        """Return the lines of the grid as one path."""
        upright = (
            f"M{self.across(tick.value):.1f} {self.top:.1f}v{self.height:.1f}"
            for tick in self.x.inside
        )
        level = (
            f"M{self.left:.1f} {self.down(tick.value):.1f}h{self.width:.1f}"
            for tick in self.y.inside
        )
        return "".join((*upright, *level))

    @property
    def axes(self) -> str:
        """Return the two axes as one path."""
        return f"M{self.left:.1f} {self.top:.1f}v{self.height:.1f}h{self.width:.1f}"

    @property
    def names(self) -> list[Words]:
        """Return the ticks' words."""
        low = self.top + self.height + 18
        below = [
            Words(f"{self.across(tick.value):.1f}", f"{low:.1f}", tick.says, "x")
            for tick in self.x.inside
        ]
        beside = [
            Words(
                f"{self.left - 8:.1f}",
                f"{self.down(tick.value) + 4:.1f}",
                tick.says,
                "y",
            )
            for tick in self.y.inside
        ]
        return below + beside

    @property
    def x_title(self) -> Words:
        """Return the words under the plane."""
        return Words(
            f"{self.left + self.width / 2:.1f}",
            f"{self.top + self.height + 44:.1f}",
            _short(self.x.title, self.width),
        )

    @property
    def y_title(self) -> Words:
        """Return the words beside the plane, to be turned."""
        return Words(
            "14",
            f"{self.top + self.height / 2:.1f}",
            _short(self.y.title, self.height),
        )


def _short(text: str, room: float) -> str:
    letters = int(room / LETTER)
    return text if len(text) <= letters else text[: letters - 1] + "…"


def line_of(places: Iterable[str]) -> str:
    """Return a line through points."""
    return "M" + "L".join(places)


def shape_at(x: float, y: float, shape: Shape, radius: float) -> str:
    """Return a shape around a point; all shapes have about one area."""
    if shape == "square":
        half = radius * 0.89
        side = 2 * half
        return f"M{x - half:.1f} {y - half:.1f}h{side:.1f}v{side:.1f}h{-side:.1f}z"
    if shape == "triangle":
        wide, high = radius * 1.17, radius * 1.35
        return f"M{x:.1f} {y - high:.1f}l{wide:.1f} {2 * wide:.1f}h{-2 * wide:.1f}z"
    if shape == "diamond":
        r = radius * 1.25
        return (
            f"M{x:.1f} {y - r:.1f}l{r:.1f} {r:.1f}l{-r:.1f} {r:.1f}l{-r:.1f} {-r:.1f}z"
        )
    arc = f"a{radius:.1f} {radius:.1f} 0 1 0"
    return (
        f"M{x - radius:.1f} {y:.1f}{arc} {2 * radius:.1f} 0{arc} {-2 * radius:.1f} 0z"
    )
