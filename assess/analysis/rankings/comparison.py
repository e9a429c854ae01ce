"""The comparison of two rankings: correlations, and the runs that move most."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from assess.analysis.kernel.condition_agreement import (
    FEWEST,
    Estimate,
    ThreeWays,
    Way,
    of_means,
    three_ways,
)
from assess.analysis.memo import computed
from assess.analysis.rankings.pairs import Pairing, ScoreTable
from assess.analysis.scores.arrays import Measure
from assess.analysis.scores.grids import Floats
from runs.models import Run, Topic

MOST_NAMED = 10


class Ranked(NamedTuple):
    """A run under both conditions: its means over n topics, and its places from 1."""

    run: Run
    n: int
    a: float
    b: float
    place_a: float
    place_b: float

    @property
    def moved(self) -> float:
        """Return how many places lower the run is under the second condition."""
        return self.place_b - self.place_a


class RankSpot(NamedTuple):
    """A run on a topic under both conditions."""

    run: Run
    topic: Topic
    a: float
    b: float

    @property
    def apart(self) -> float:
        """Return the second score minus the first."""
        return self.b - self.a


class MeasureComparison(NamedTuple):
    """The runs' means correlated over a part of the runs, or by another measure."""

    title: str
    way: Way


@dataclass(frozen=True, eq=False)
class RankingComparison:
    """Two conditions compared by one measure, over what both score."""

    measure: Measure
    table: ScoreTable
    ways: ThreeWays
    tasks: list[MeasureComparison]
    measures: list[MeasureComparison]
    runs: list[Ranked]  # best first under the first condition
    spots: list[RankSpot]

    @property
    def tau(self) -> Estimate:
        """Return tau of the run means."""
        return self.ways.run_means.tau

    @property
    def has_intervals(self) -> bool:
        """Return whether there are enough topics for intervals."""
        return self.table.counting >= FEWEST

    @property
    def moved(self) -> list[Ranked]:
        """Return the runs that change place most."""
        found = sorted(self.runs, key=lambda row: (-abs(row.moved), row.run.name))
        return [row for row in found[:MOST_NAMED] if row.moved]

    @property
    def apart(self) -> list[RankSpot]:
        """Return the topic–run points whose two scores differ most."""
        found = sorted(
            self.spots, key=lambda s: (-abs(s.apart), s.run.name, s.topic.name)
        )
        return [spot for spot in found[:MOST_NAMED] if spot.apart]


def compared(pairing: Pairing, measure: Measure) -> RankingComparison:
    """Compare two conditions by a measure; other measures by their run means only."""
    table = pairing.shared(measure.name)
    return RankingComparison(
        measure,
        table,
        three_ways_of(table.a, table.b),
        _by_task(table),
        [_by_measure(pairing, each) for each in pairing.contested],
        _ranked(table),
        spots_of(table),
    )


def three_ways_of(a: Floats, b: Floats) -> ThreeWays:
    """Return the cached correlations in three ways, (runs, topics) each."""
    return computed("three-ways", (), a, b, make=lambda rng: three_ways(a, b, rng=rng))


def tau_of(a: Floats, b: Floats) -> Way:
    """Return the cached correlations of run means."""
    return computed("run-means", (), a, b, make=lambda rng: of_means(a, b, rng=rng))


def _by_task(table: ScoreTable) -> list[MeasureComparison]:
    names = dict(Run.TASKS)
    tasks = sorted({run.task for run in table.runs})
    if len(tasks) < 2:
        return []
    found = []
    for task in tasks:
        rows = [row for row, run in enumerate(table.runs) if run.task == task]
        way = tau_of(table.a[rows], table.b[rows])
        found.append(MeasureComparison(names.get(task) or "no task", way))
    return found


def _by_measure(pairing: Pairing, measure: Measure) -> MeasureComparison:
    table = pairing.shared(measure.name)
    return MeasureComparison(measure.title, tau_of(table.a, table.b))


def on_both(table: ScoreTable) -> tuple[Floats, Floats]:
    """Return each condition's scores, NaN where only one of them has a score."""
    both = table.both
    return np.where(both, table.a, np.nan), np.where(both, table.b, np.nan)


def _ranked(table: ScoreTable) -> list[Ranked]:
    a, b = on_both(table)
    n = np.isfinite(a).sum(axis=1)
    rows = [row for row in range(len(table.runs)) if n[row]]
    if not rows:
        return []
    means_a, means_b = (np.nanmean(each[rows], axis=1) for each in (a, b))
    found = [
        Ranked(table.runs[row], int(n[row]), float(x), float(y), float(p), float(q))
        for row, x, y, p, q in zip(
            rows, means_a, means_b, _places(means_a), _places(means_b), strict=True
        )
    ]
    return sorted(found, key=lambda each: (-each.a, each.run.name))


def _places(means: Floats) -> Floats:
    """Return places from 1 down, tied runs in the middle of theirs."""
    values = np.round(means, 12)
    above = (values[None, :] > values[:, None]).sum(axis=1)
    same = (values[None, :] == values[:, None]).sum(axis=1)
    places: Floats = above + (same + 1) / 2
    return places


def spots_of(table: ScoreTable) -> list[RankSpot]:
    """Return every run on every topic that both conditions score."""
    a, b = on_both(table)
    return [
        RankSpot(table.runs[row], table.topics[column], float(a[row, column]), float(y))
        for row, column in np.argwhere(np.isfinite(a))
        if np.isfinite(y := b[row, column])
    ]
