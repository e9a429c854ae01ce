"""Two runs of a leaderboard beside each other, measure by measure, topic by topic."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from assess.analysis.charts import Axis, Difference, DifferenceChart
from assess.analysis.kernel.rank_correlation import DIGITS
from assess.analysis.scores.arrays import Measure
from assess.analysis.scores.grids import Floats
from assess.analysis.scores.leaderboard.confidence import intervals
from assess.analysis.scores.leaderboard.page import BoardPage
from assess.analysis.scores.leaderboard.rows import known
from runs.models import Run, Topic


class MeasureDifference(NamedTuple):
    """One measure of both runs on the topics that count for both.

    a, b, difference: means, None without a common topic. low, high: the 95 % interval
    of the difference, None if there is none. better, worse: on how many topics the
    first run is above the second, and below; None for a measure that ranks no runs.
    """

    measure: Measure
    a: float | None
    b: float | None
    difference: float | None
    low: float | None
    high: float | None
    n: int
    better: int | None
    worse: int | None

    @property
    def equal(self) -> int | None:
        """Count the topics on which both have the same value."""
        if self.better is None or self.worse is None:
            return None
        return self.n - self.better - self.worse

    @property
    def no_interval(self) -> str:
        """Return why there is no interval."""
        return "fewer than two topics, or the same difference on all of them"


class TopicDifference(NamedTuple):
    """One topic that counts for both runs."""

    topic: Topic
    a: float
    b: float

    @property
    def value(self) -> float:
        """Return how much the first run is above the second, without noise."""
        return round(self.a - self.b, DIGITS)


@dataclass(frozen=True, eq=False)
class RunPair:
    """Two runs of a leaderboard, by their rows; page: with its tests, if computed."""

    page: BoardPage
    first: int
    second: int

    @property
    def a(self) -> Run:
        """Return the first run."""
        return self.page.board.scored.runs[self.first]

    @property
    def b(self) -> Run:
        """Return the second run."""
        return self.page.board.scored.runs[self.second]

    @property
    def measure(self) -> Measure:
        """Return the measure of the topics."""
        return self.page.measure

    @cached_property
    def measures(self) -> list[MeasureDifference]:
        """Return every measure of both runs."""
        return [self._measured(each) for each in self.page.board.scored.measures]

    def _both(self, measure: Measure) -> Floats:
        """Return both runs' values on their common topics, (2, topics), else NaN."""
        table = self.page.board.table(measure.name)
        values = np.array([table[self.first], table[self.second]])
        both: Floats = np.where(np.isfinite(values).all(axis=0), values, np.nan)
        return both

    def _measured(self, measure: Measure) -> MeasureDifference:
        values = self._both(measure)
        gaps = np.round(values[0] - values[1], DIGITS)
        n = int(np.isfinite(gaps).sum())
        if not n:
            return MeasureDifference(measure, *(None,) * 5, 0, None, None)
        ends = intervals(gaps[np.newaxis])
        ranks = not measure.aside
        return MeasureDifference(
            measure,
            a=float(np.nanmean(values[0])),
            b=float(np.nanmean(values[1])),
            difference=float(np.nanmean(gaps)),
            low=known(float(ends.low[0])),
            high=known(float(ends.high[0])),
            n=n,
            better=int((gaps > 0).sum()) if ranks else None,
            worse=int((gaps < 0).sum()) if ranks else None,
        )

    @property
    def chosen(self) -> MeasureDifference:
        """Return the measure of the topics, of both runs."""
        return self.measures[self.page.board.scored.place(self.measure.name)]

    @cached_property
    def topics(self) -> list[TopicDifference]:
        """Return the common topics, those on which the first run is best first."""
        values = self._both(self.measure)
        found = [
            TopicDifference(topic, float(a), float(b))
            for topic, (a, b) in zip(
                self.page.board.scored.topics, values.T, strict=True
            )
            if np.isfinite(a)
        ]
        return sorted(found, key=lambda each: -each.value)

    @property
    def wins(self) -> list[TopicDifference]:
        """Return the topics on which the first run is better, by how much."""
        return [each for each in self.topics if each.value > 0]

    @property
    def losses(self) -> list[TopicDifference]:
        """Return the topics on which the second run is better, by how much."""
        return [each for each in reversed(self.topics) if each.value < 0]

    @property
    def p(self) -> float | None:
        """Return the corrected p of the leaderboard's test; None without one."""
        tested = self.page.compared
        return None if tested is None else known(tested.p[self.first, self.second])

    @property
    def is_apart(self) -> bool:
        """Return whether the leaderboard tells them apart."""
        tested = self.page.compared
        return tested is not None and bool(tested.apart[self.first, self.second])

    @property
    def says(self) -> str:
        """Return the difference by the chosen measure in a sentence."""
        found = self.chosen
        if found.difference is None or found.a is None or found.b is None:
            return "The two runs have no common topic with a score."
        over = f"over {found.n} topic{'' if found.n == 1 else 's'}"
        means = f"{found.a:.4f} and {found.b:.4f}"
        if not found.difference:
            return f"{self.a} and {self.b} have the same mean {over}: {found.a:.4f}."
        best, other = (self.a, self.b) if found.difference > 0 else (self.b, self.a)
        ends = self._ends(found)
        return (
            f"{best} is above {other} by {abs(found.difference):.4f}{ends} {over} "
            f"({means})."
        )

    def _ends(self, found: MeasureDifference) -> str:
        if found.low is None or found.high is None or found.difference is None:
            return ""
        low, high = found.low, found.high
        if found.difference < 0:
            low, high = -high, -low
        return f" (95 % interval {low:.4f} to {high:.4f})"

    @property
    def chart(self) -> DifferenceChart:
        """Return the topics' differences as a chart."""
        return DifferenceChart(
            name="differences",
            title=f"{self.measure.title} of {self.a} minus {self.b}, by topic",
            says=f"{len(self.wins)} topics right of 0, {len(self.losses)} left of it.",
            axis=Axis(f"{self.measure.title}: {self.a} minus {self.b}"),
            sides=(self.a.name, self.b.name),
            rows=[Difference(each.topic.name, each.a, each.b) for each in self.topics],
        )


def pair_of(page: BoardPage, a: str, b: str) -> RunPair | None:
    """Return two runs by their public ids; "": the best ones. None for an unknown id.

    Also None if the leaderboard has fewer than two runs.
    """
    places = {str(run.uuid): row for row, run in enumerate(page.board.scored.runs)}
    if len(places) < 2 or not {a, b} <= {*places, ""}:
        return None
    rest = iter(row for row in page.order if row not in {places.get(a), places.get(b)})
    first = places[a] if a else next(rest)
    second = places[b] if b else next(rest)
    return RunPair(page, first, second)
