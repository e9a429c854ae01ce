"""A track's leaderboards for its report: each family with its defaults."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from assess.analysis.charts import Chart
from assess.analysis.scores.arrays import Scored
from assess.analysis.scores.families import Family, families_of
from assess.analysis.scores.initial_conditions import First, first_of
from assess.analysis.scores.leaderboard.board import Board
from assess.analysis.scores.leaderboard.chart import leaderboard_chart
from assess.analysis.scores.leaderboard.confidence import compared_soon
from assess.analysis.scores.leaderboard.page import BoardPage
from assess.analysis.scores.leaderboard.pareto import pareto_chart
from runs.views.visibility import Seen

WIDEST = 10  # columns of measures in one printed table


class ColumnRange(NamedTuple):
    """The columns of one of several tables: which, and their numbers from 1.

    in_words: which of the measures, or "" if it is the only table.
    """

    slice: str
    in_words: str


@dataclass(frozen=True, eq=False)
class Printed:
    """A family's leaderboard by its primary measure, on its default basis."""

    family: Family
    basis: Any
    scored: Scored
    first: First

    @cached_property
    def page(self) -> BoardPage:
        """Return the leaderboard, with tests if these are fast."""
        page = BoardPage(
            Board(self.scored, self.family.rules), f"-{self.scored.primary}"
        )
        tested = compared_soon(page.board.table(page.measure.name))
        return BoardPage(page.board, page.sort, tested)

    @property
    def ranges(self) -> list[ColumnRange]:
        """Return the columns of each table; more than WIDEST fit no page."""
        count = len(self.page.columns)
        starts = range(0, count, WIDEST)
        ends = [min(start + WIDEST, count) for start in starts]
        return [
            ColumnRange(f"{start}:{end}", _measures(start, end, of=count))
            for start, end in zip(starts, ends, strict=True)
        ]

    @property
    def apart(self) -> list[str]:
        """Return the family's separate remarks, without any item's words."""
        return self.family.apart(self.basis, self.scored, organizes=False)

    @cached_property
    def charts(self) -> list[Chart]:
        """Return the means with their intervals, then quality against length."""
        page = self.page
        name = f"{self.family.name}-leaderboard"
        charts: list[Chart] = [leaderboard_chart(page, name=name)]
        pareto = pareto_chart(page.board, page.measure)
        return [*charts, pareto] if pareto and self.family.leads else charts


def _measures(start: int, end: int, *, of: int) -> str:
    return f", measures {start + 1} to {end}" if end - start < of else ""


def boards_of(seen: Seen) -> list[Printed]:
    """Return each family's leaderboard that has a run, as its reader first sees it."""
    found = []
    for family in families_of(seen.track):
        first = first_of(family, seen, {})
        form = family.form(first.query, track=seen.track)
        basis = form.basis if form.is_valid() else None
        scored = family.score(basis) if basis is not None else None
        if scored is not None and scored.topics and scored.runs:
            found.append(Printed(family, basis, scored, first))
    return found
