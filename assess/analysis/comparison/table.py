"""A comparison as a table of cells, and as the lines of a file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from assess.analysis.charts import Chart, Scatter
from assess.analysis.comparison.cells import ComparisonCell, Level, cell_of
from assess.analysis.comparison.charts import scatter_of
from assess.analysis.comparison.forms import ComparisonForm
from assess.analysis.comparison.sides import ComparisonSide
from assess.analysis.scores.arrays import Measure
from assess.exchange.cells import SHEET, Cells
from runs.views.visibility import Seen

HEADS = (
    "left",
    "right",
    "measure",
    "level",
    "n_runs",
    "n_topics",
    "tau_b",
    "tau_low",
    "tau_high",
    "rho",
)


class DrawnCell(NamedTuple):
    """A cell with its chart; measure: the column."""

    measure: Measure
    found: ComparisonCell
    chart: Scatter


class ComparisonRow(NamedTuple):
    """A side with its cells, one for each measure."""

    side: ComparisonSide
    cells: list[DrawnCell]


@dataclass(frozen=True, eq=False)
class ComparisonTable:
    """The answer to a valid form: a row per condition, a column per measure."""

    seen: Seen
    form: ComparisonForm
    reference: ComparisonSide

    @property
    def columns(self) -> tuple[Measure, ...]:
        """Return the columns."""
        return self.form.columns

    @cached_property
    def rows(self) -> list[ComparisonRow]:
        """Return the rows, each cell with its chart."""
        return [
            ComparisonRow(
                side,
                [
                    self._cell(side, measure, f"cell-{row}-{column}")
                    for column, measure in enumerate(self._own(side), start=1)
                ],
            )
            for row, side in enumerate(self.form.others, start=1)
        ]

    def _own(self, side: ComparisonSide) -> list[Measure]:
        """Return the columns of one of the others, each pair of measures once."""
        left = self.form.cleaned_data["left_measure"]
        pairs = {
            (self.reference.measure(left or each.name), side.measure(each.name)): each
            for each in reversed(self.columns)
        }
        return [each for each in self.columns if each in pairs.values()]

    def _cell(self, side: ComparisonSide, measure: Measure, name: str) -> DrawnCell:
        found = cell_of(
            self.reference,
            side,
            measure.name,
            keep=self.form.keeps,
            over=self.form.means_over,
            left_measure=self.form.cleaned_data["left_measure"],
        )
        named = self.seen.organizes
        chart = scatter_of(found, self.reference, side, name, named=named)
        return DrawnCell(measure, found, chart)

    @property
    def charts(self) -> list[Chart]:
        """Return the charts of all cells."""
        return [cell.chart for row in self.rows for cell in row.cells]

    def lines(self, cells: Cells = SHEET) -> Iterator[str]:
        """Yield a line for each cell and level; undefined is an empty cell."""
        yield cells.line(list(HEADS))
        for row in self.rows:
            for cell in row.cells:
                for level in cell.found.levels:
                    yield cells.line(self._line(row.side, cell, level))

    def _line(
        self, side: ComparisonSide, cell: DrawnCell, level: Level
    ) -> list[str | int | float | None]:
        tau, rho = level.way.tau, level.way.rho
        a, b = cell.found.left.measure, cell.found.right.measure
        measure = a.name if a.name == b.name else f"{a.name}:{b.name}"
        return [
            self.reference.says,
            side.says,
            measure,
            level.name,
            level.runs,
            level.topics,
            tau.value,
            tau.low,
            tau.high,
            rho.value,
        ]


def table_of(seen: Seen, form: ComparisonForm) -> ComparisonTable | None:
    """Return the answer to a form; None if there is nothing to compare."""
    if not form.asked or not form.is_valid():
        return None
    if form.reference is None or not form.others:
        return None
    return ComparisonTable(seen, form, form.reference)
