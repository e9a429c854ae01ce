"""What every chart has: a name for its files, words, and its data as a table."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

Cell = str | int | float | None
SHOWN = 300  # rows of a chart's table on a page; the file has all


class Column(NamedTuple):
    """A column's title; places: decimals of its numbers, None for text."""

    title: str
    places: int | None = None


class Shown(NamedTuple):
    """A cell as the page shows it; None is undefined."""

    text: str | None
    number: bool


class Table(NamedTuple):
    """The data behind a chart; the file has every digit and row, the page fewer."""

    columns: tuple[Column, ...]
    rows: list[tuple[Cell, ...]]

    @property
    def shown(self) -> list[tuple[Shown, ...]]:
        """Return the first rows as the page shows them."""
        return [
            tuple(
                _shown(cell, col) for cell, col in zip(row, self.columns, strict=True)
            )
            for row in self.rows[:SHOWN]
        ]

    @property
    def more(self) -> int:
        """Count the rows that only the file has."""
        return max(0, len(self.rows) - SHOWN)


def _shown(cell: Cell, column: Column) -> Shown:
    number = column.places is not None
    if cell is None or isinstance(cell, str):
        return Shown(cell, number)
    return Shown(f"{cell:,.{column.places or 0}f}", number)


class Size(NamedTuple):
    """Width and height of a drawing, in its own units (about CSS pixels)."""

    width: int
    height: int


@dataclass(frozen=True, kw_only=True)
class Chart(ABC):
    """A drawing with its words and its numbers.

    name: a slug, unique on its page: the names of its files and of its element.
    title: what it shows, in a few words. says: what there is to see, in a sentence.
    """

    template: ClassVar[str]
    role: ClassVar[str] = "img"  # what is inside one can't be reached by a reader

    name: str
    title: str
    says: str = ""

    @property
    @abstractmethod
    def size(self) -> Size:
        """Return the size of the drawing."""

    @property
    @abstractmethod
    def table(self) -> Table:
        """Return the data behind the drawing."""
