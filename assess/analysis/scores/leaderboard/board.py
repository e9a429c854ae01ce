"""A leaderboard: the counted scores of some runs, their means and their spread."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from assess.analysis.kernel.rank_correlation import DIGITS
from assess.analysis.scores.arrays import Measure, Rules, Scored, counted
from assess.analysis.scores.grids import OPEN, SCORED, UNANSWERED, UNJUDGED, Floats
from runs.models import Run, Topic


class Spread(NamedTuple):
    """Minimum, median and maximum over runs per topic, averaged over topics."""

    minimum: float | None
    median: float | None
    maximum: float | None


@dataclass(frozen=True, eq=False)
class Board:
    """Some runs' scores with missing values counted by rules.

    All means are computed from one array. tables: (measures, runs, topics), NaN where a
    topic does not count. means and n: (measures, runs), NaN if no topic counts. words:
    (runs,), the mean length over the judged topics that a run answered.
    """

    scored: Scored
    rules: Rules

    @cached_property
    def tables(self) -> Floats:
        """Return the counted values, measure by measure."""
        names = [measure.name for measure in self.scored.measures]
        if not names:
            return np.zeros((0, len(self.scored.runs), len(self.scored.topics)))
        return np.stack([counted(self.scored, name, self.rules) for name in names])

    @cached_property
    def n(self) -> NDArray[np.int64]:
        """Return the number of topics of each mean."""
        return _known(self.tables)

    @cached_property
    def means(self) -> Floats:
        """Return each run's mean over the topics that count for it."""
        return _mean(self.tables, self.n)

    @cached_property
    def words(self) -> Floats:
        """Return each run's mean length in words."""
        words = self.scored.words
        return _mean(words, _known(words))

    def table(self, measure: str) -> Floats:
        """Return the counted values of one measure, (runs, topics)."""
        found: Floats = self.tables[self.scored.place(measure)]
        return found

    def mean(self, measure: str) -> Floats:
        """Return the runs' means of one measure, (runs,)."""
        found: Floats = self.means[self.scored.place(measure)]
        return found

    @property
    def contested(self) -> tuple[Measure, ...]:
        """Return the measures by which runs are ranked and tested."""
        return tuple(each for each in self.scored.measures if not each.aside)

    @cached_property
    def spreads(self) -> list[Spread]:
        """Return the last lines of the table, by measure, without control runs.

        Over runs per topic, averaged over the topics that any of them has: inferred
        from P1's Table 6, whose lines are not those of the run means (method 6).
        """
        own = [not run.control for run in self.scored.runs]
        return [_spread(table) for table in self.tables[:, own]]

    def order(self, measure: str, *, descending: bool = True) -> list[int]:
        """Return the rows sorted by a measure's means; undefined last, ties by name."""
        return self._placed(self.mean(measure), descending=descending)

    def order_by_words(self, *, descending: bool) -> list[int]:
        """Return the rows sorted by length; those without a response last."""
        return self._placed(self.words, descending=descending)

    def _placed(self, values: Floats, *, descending: bool) -> list[int]:
        names = [run.name for run in self.scored.runs]
        rows = sorted(range(len(names)), key=lambda row: names[row])
        sign = -1.0 if descending else 1.0
        rounded = np.round(values, DIGITS).tolist()
        keys = [(np.isnan(value), sign * value) for value in rounded]
        defined = [row for row in rows if not keys[row][0]]
        undefined = [row for row in rows if keys[row][0]]
        return [*sorted(defined, key=lambda row: keys[row][1]), *undefined]

    @property
    def outside(self) -> list[Run]:
        """Return the runs that name documents outside of their reference list."""
        return [run for run in self.scored.runs if run.outside]

    @property
    def unanswered(self) -> int:
        """Count the judged topics that runs left without a response."""
        return int((self.scored.states == UNANSWERED).sum())

    @property
    def unjudged(self) -> int:
        """Count the responses to judged topics that have no label."""
        return int((self.scored.states == UNJUDGED).sum())

    @property
    def open(self) -> int:
        """Count the responses that are partly judged, if all labels are needed."""
        return int((self.scored.states == OPEN).sum())

    @cached_property
    def bare(self) -> list[int]:
        """Count by measure the judged responses on which it is undefined."""
        scored = self.scored
        empty = np.isnan(scored.values) & (scored.states == SCORED)
        empty &= scored.grounds[:, np.newaxis, :]
        return [int(np.count_nonzero(each)) for each in empty]

    def groundless(self, measure: str) -> list[Topic]:
        """Return the judged topics on which a measure is undefined for all runs."""
        grounds = self.scored.grounds[self.scored.place(measure)]
        return [
            topic
            for topic, ground in zip(self.scored.topics, grounds, strict=True)
            if not ground
        ]


def _known(values: Floats) -> NDArray[np.int64]:
    """Count the numbers along the last axis."""
    found: NDArray[np.int64] = np.isfinite(values).sum(axis=-1)
    return found


def _mean(values: Floats, n: NDArray[np.int64]) -> Floats:
    """Return the means along the last axis, given the count of numbers."""
    total = np.where(np.isfinite(values), values, 0.0).sum(axis=-1)
    means: Floats = np.divide(total, n, out=np.full(n.shape, np.nan), where=n > 0)
    return means


def _spread(table: Floats) -> Spread:
    in_order = np.sort(table.T.copy(), axis=1)  # topic by topic; NaN sorts last
    n = _known(in_order)
    topics = np.flatnonzero(n)
    if not topics.size:
        return Spread(None, None, None)

    def mean_of(place: NDArray[np.int64]) -> float:
        return float(in_order[topics, place[topics]].mean())

    lower, upper = mean_of((n - 1) // 2), mean_of(n // 2)
    return Spread(mean_of(n * 0), (lower + upper) / 2, mean_of(n - 1))
