"""A leaderboard's page: columns, rows, intervals, brackets, last lines."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from assess.analysis.charts.scale import ScaleTick
from assess.analysis.kernel.neighbours import NeighbourGroup, lanes, letters, stretches
from assess.analysis.kernel.rank_correlation import DIGITS
from assess.analysis.scores.arrays import Measure
from assess.analysis.scores.grids import OPEN, SCORED, UNJUDGED
from assess.analysis.scores.leaderboard.board import Board
from assess.analysis.scores.leaderboard.confidence import Compared, intervals
from assess.analysis.scores.leaderboard.forms import LENGTH
from assess.analysis.scores.leaderboard.gaps import Bare, Missing, bare, missing, spared
from assess.analysis.scores.leaderboard.marks import (
    ChosenRun,
    RowInterval,
    brackets,
    chosen_run,
    row_intervals,
)
from assess.analysis.scores.leaderboard.rows import (
    NO_ANSWER,
    MeasureColumn,
    Row,
    Value,
    known,
    value_of,
)

FEW = 10  # topics; intervals over fewer are too short (docs/measures.md, 5)
NOT_THROUGH = "not everything that it needs is labelled yet"


@dataclass(frozen=True, eq=False)
class BoardPage:
    """A leaderboard in an order, with the measure by which it is tested.

    sort: such as -V_strict. compared: None if the tests are not computed yet. choice:
    the public id of a run to compare with all others, "" for none.
    """

    board: Board
    sort: str
    compared: Compared | None = None
    choice: str = ""

    @cached_property
    def measure(self) -> Measure:
        """Return the measure with intervals: the one sorted by, else the primary."""
        contested = {each.name: each for each in self.board.contested}
        name = self.sort.lstrip("-")
        scored = self.board.scored
        return contested.get(name) or scored.measures[scored.place(scored.primary)]

    @property
    def ranked(self) -> bool:
        """Return whether the rows are sorted by that measure."""
        return self.sort.lstrip("-") == self.measure.name

    @property
    def columns(self) -> tuple[MeasureColumn, ...]:
        """Return the headings: the measures, then the length."""
        heads = [
            (each.name, each.title, each.says) for each in self.board.scored.measures
        ]
        return tuple(self._column(*head) for head in (*heads, *self._length_head))

    @property
    def _length_head(self) -> list[tuple[str, str, str]]:
        says = "mean length of the judged responses in words"
        return [(LENGTH, LENGTH, says)] if self.has_words else []

    @cached_property
    def has_words(self) -> bool:
        """Return whether any run has responses with a length."""
        return bool(np.isfinite(self.board.words).any())

    def _column(self, name: str, title: str, says: str) -> MeasureColumn:
        order = ""
        if self.sort.lstrip("-") == name:
            order = "descending" if self.sort.startswith("-") else "ascending"
        turned = name if order == "descending" else f"-{name}"
        return MeasureColumn(name, title, says, turned, order)

    @cached_property
    def order(self) -> list[int]:
        """Return the run of each row."""
        descending, name = self.sort.startswith("-"), self.sort.lstrip("-")
        if name == LENGTH:
            return self.board.order_by_words(descending=descending)
        return self.board.order(name, descending=descending)

    @cached_property
    def rows(self) -> list[Row]:
        """Return the runs in the requested order."""
        return [self._row(place, row) for place, row in enumerate(self.order)]

    def _row(self, place: int, row: int) -> Row:
        run, means = self.board.scored.runs[row], self._means[row]
        shown = self.ranked and means[self._place] is not None
        grouped = shown and self.grouped
        return Row(
            uuid=run.uuid,
            name=run.name,
            group=run.group,
            task=run.task,
            type=run.type,
            control=run.control,
            category=run.category,
            priority=run.priority,
            rank=self.ranks[row] if shown else 0,
            n=self._n[row],
            means=means,
            reasons=self._reasons(row) if None in means else (),
            length=self._lengths[row],
            drawn=self._place,
            line=self.lines[row],
            letters=self.letters[place] if grouped else "",
            alike=self._alike(place) if grouped else "",
            brackets=self.brackets[place] if grouped else "",
            mark=self.chosen.marks[row] if self.chosen else "",
        )

    @cached_property
    def chosen_row(self) -> int | None:
        """Return the row of the run to compare with; None if it is not shown."""
        names = [str(run.uuid) for run in self.board.scored.runs]
        return names.index(self.choice) if self.choice in names else None

    @cached_property
    def chosen(self) -> ChosenRun | None:
        """Return the chosen run beside the others; None without it, or untested."""
        row, tested = self.chosen_row, self.compared
        if row is None or tested is None or not tested.topics:
            return None
        return chosen_run(self.board.scored.runs, self.order, row, tested)

    @property
    def has_groups(self) -> bool:
        """Return whether any run names its group."""
        return any(run.group for run in self.board.scored.runs)

    @cached_property
    def ranks(self) -> list[int]:
        """Return each run's place from 1, in the order of the scores.

        Runs whose means are equal share the first of their places.
        """
        means = np.round(self.board.mean(self.measure.name), DIGITS)
        in_order = np.sort(means[np.isfinite(means)])
        above = len(in_order) - np.searchsorted(in_order, means, side="right")
        ranks: list[int] = (above + 1).tolist()
        return ranks

    @property
    def few(self) -> bool:
        """Return whether intervals have too few topics to be long enough."""
        table = self.board.table(self.measure.name)
        return int(np.isfinite(table).any(axis=0).sum()) < FEW

    @cached_property
    def defined(self) -> int:
        """Count the rows with a mean."""
        return int(np.isfinite(self.board.mean(self.measure.name)).sum())

    @cached_property
    def _place(self) -> int:
        return self.board.scored.place(self.measure.name)

    @cached_property
    def _n(self) -> list[int]:
        n: list[int] = self.board.n[self._place].tolist()
        return n

    @cached_property
    def _means(self) -> list[tuple[float | None, ...]]:
        return [tuple(map(known, row)) for row in self.board.means.T.tolist()]

    @cached_property
    def _lengths(self) -> list[tuple[float | None, ...]]:
        words: list[float] = self.board.words.tolist()
        return [(known(each),) if self.has_words else () for each in words]

    def _reasons(self, row: int) -> tuple[str, ...]:
        return tuple(
            "" if mean is not None else self._reason(measure, row)
            for measure, mean in zip(
                self.board.scored.measures, self._means[row], strict=True
            )
        )

    def _reason(self, measure: Measure, row: int) -> str:
        if len(self.board.groundless(measure.name)) == len(self.board.scored.topics):
            return f"{measure.lacks} on any judged topic"
        states = self.board.scored.states[row]
        if ((states == OPEN) | (states == UNJUDGED)).any():
            return NOT_THROUGH
        judged = (states == SCORED).any()
        return f"{measure.lacks} on any judged topic" if judged else NO_ANSWER

    @cached_property
    def lines(self) -> list[RowInterval | None]:
        """Return each run's interval, in the order of the scores."""
        return row_intervals(self.board.mean(self.measure.name), self.intervals)

    @property
    def ticks(self) -> list[ScaleTick]:
        """Return the ticks above the intervals, none if no run has a mean."""
        known = next((each for each in self.lines if each), None)
        return known.scale.ticks(3) if known else []

    @cached_property
    def intervals(self) -> NDArray[np.float64]:
        """Return each run's interval, (runs, 2)."""
        found = intervals(self.board.table(self.measure.name))
        return np.column_stack([found.low, found.high])

    @cached_property
    def groups(self) -> list[NeighbourGroup]:
        """Return the stretches of indistinguishable rows; empty without tests."""
        if self.compared is None or not self.ranked or not self.compared.topics:
            return []
        rows = self.order[: self.defined]
        return stretches(self.compared.apart[np.ix_(rows, rows)])

    @property
    def grouped(self) -> bool:
        """Return whether there are brackets to draw."""
        return bool(self.groups)

    @cached_property
    def letters(self) -> list[str]:
        """Return each row's letters."""
        return letters(self.groups, len(self.order))

    @cached_property
    def brackets(self) -> list[str]:
        """Return each row's part of the brackets, one sign per lane."""
        return brackets(lanes(self.groups), len(self.order))

    @cached_property
    def lanes(self) -> int:
        """Count the lanes of brackets."""
        return len(lanes(self.groups))

    def _alike(self, place: int) -> str:
        own = [each for each in self.groups if each.first <= place <= each.last]
        if not own:
            return ""
        ends = min(each.first for each in own), max(each.last for each in own)
        if ends[0] == ends[1]:
            return "told apart from every other run"
        first, last = sorted(self.ranks[self.order[end]] for end in ends)
        if first == last:
            return f"cannot be told apart from the others at rank {first}"
        return f"cannot be told apart from ranks {first} to {last}"

    @property
    def last_lines(self) -> list[tuple[str, list[Value]]]:
        """Return the lines min, median and max as the table shows them."""
        return [
            (name, [value_of(value, reason="no score") for value in values])
            for name, values in self.spread_lines
        ]

    @property
    def spread_lines(self) -> list[tuple[str, list[float | None]]]:
        """Return min, median and max by measure."""
        spreads = self.board.spreads
        return [
            ("min", [each.minimum for each in spreads]),
            ("median", [each.median for each in spreads]),
            ("max", [each.maximum for each in spreads]),
        ]

    @property
    def missing(self) -> list[Missing]:
        """Return which measures have no value on which topics, and why."""
        return missing(self.board)

    @property
    def bare(self) -> list[Bare]:
        """Return which measures have no value in some responses, and why."""
        return bare(self.board)

    @property
    def spared(self) -> list[str]:
        """Return what measures would have no value without, but lack nowhere here."""
        return spared(self.board)
