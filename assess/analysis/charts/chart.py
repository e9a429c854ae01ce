"""The base of all charts: a name for files, a description, and the data as a table."""

from __future__ import annotations

import json
import math
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar, Literal, NamedTuple

Cell = str | int | float | None
Shape = Literal["circle", "square", "triangle", "diamond"]
LETTER = 6.6  # width of an average letter in a drawing
SHOWN = 300  # rows of a chart's table on a page; the file has all


class Column(NamedTuple):
    """A column's title; places: decimals of its numbers, None for text."""

    title: str
    places: int | None = None


class TableCell(NamedTuple):
    """A cell as the page shows it; None is undefined."""

    text: str | None
    number: bool


class TableRow(NamedTuple):
    """A row of a table, with the decimals of each column."""

    cells: tuple[Cell, ...]
    places: tuple[int | None, ...]

    @property
    def shown(self) -> list[TableCell]:
        """Return the cells as the page shows them."""
        pairs = zip(self.cells, self.places, strict=True)
        return [_shown(cell, places) for cell, places in pairs]


class ChartTable(NamedTuple):
    """The data of a chart; the file has every digit and row, the page fewer."""

    columns: tuple[Column, ...]
    rows: list[tuple[Cell, ...]]

    @property
    def shown(self) -> list[TableRow]:
        """Return the rows that a page shows."""
        places = tuple(column.places for column in self.columns)
        return [TableRow(row, places) for row in self.rows[:SHOWN]]

    @property
    def more(self) -> int:
        """Count the rows that only the file has."""
        return max(0, len(self.rows) - SHOWN)


def _shown(cell: Cell, places: int | None) -> TableCell:
    number = places is not None
    if cell is None or isinstance(cell, str):
        return TableCell(cell, number)
    return TableCell(f"{cell:,.{places or 0}f}", number)


class Size(NamedTuple):
    """Width and height of a drawing, in its own units (about CSS pixels)."""

    width: int
    height: int


@dataclass(frozen=True, kw_only=True)
class Chart(ABC):
    """A chart with its description and its numbers.

    name: a slug, unique on its page, used for its files and its element. title: what it
    shows, in a few words. says: what can be seen in it, in a sentence.
    """

    kind: ClassVar[str]  # the script in static/assess/analysis/charts that draws it

    name: str
    title: str
    says: str = ""

    @property
    @abstractmethod
    def size(self) -> Size:
        """Return the size of the drawing."""

    @property
    @abstractmethod
    def table(self) -> ChartTable:
        """Return the data of the chart."""

    @property
    @abstractmethod
    def parts(self) -> dict[str, object]:
        """Return the content of the drawing, in the form that the script reads."""

    @property
    def drawing(self) -> str:
        """Return the content of the drawing as JSON."""
        drawn = {"kind": self.kind, **self.parts}
        return json.dumps(drawn, ensure_ascii=False, separators=(",", ":"))


def near(value: float | None) -> float | None:
    """Return a number with as many digits as a drawing can show; None for None."""
    if value is None or not math.isfinite(value):
        return None
    return float(f"{value:.6g}")
