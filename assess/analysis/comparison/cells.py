"""One cell of a comparison: two sides by a measure, correlated in three ways."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from assess.analysis.comparison.sides import ComparisonSide, SideScores, means_of
from assess.analysis.kernel.condition_agreement import ThreeWays, Way
from assess.analysis.kernel.own_means import of_own_means
from assess.analysis.memo import computed
from assess.analysis.rankings.comparison import (
    RankSpot,
    on_both,
    spots_of,
    three_ways_of,
)
from assess.analysis.rankings.pairs import ScoreTable
from assess.analysis.scores.grids import Floats
from runs.models import Run

Keep = Callable[[Run], bool]
SHARED, OWN = "shared", "own"


class Level(NamedTuple):
    """One of the three ways, over n runs and topics; topics None: a board has none."""

    name: str
    title: str
    way: Way
    runs: int
    topics: int | None


class RunMeans(NamedTuple):
    """A run's means under both sides, as the page shows them."""

    run: Run
    a: float
    b: float


@dataclass(frozen=True, eq=False)
class ComparisonCell:
    """Two sides by one measure each, over the runs that both have.

    shared: whether the run means are over the topics that both score; else each side's
    are over all of its own topics. means, points: for the chart.
    """

    left: SideScores
    right: SideScores
    shared: bool
    levels: tuple[Level, ...]
    means: list[RunMeans]
    points: list[RankSpot]

    @property
    def title(self) -> str:
        """Return the measures' titles: one, or the left side's and the right side's."""
        titles = dict.fromkeys((self.left.measure.title, self.right.measure.title))
        return " and ".join(titles)


def cell_of(
    left: ComparisonSide,
    right: ComparisonSide,
    measure: str,
    *,
    keep: Keep,
    over: str = SHARED,
    left_measure: str = "",
) -> ComparisonCell:
    """Compare two sides by a measure; a side without it takes its primary one.

    left_measure: the left side's own measure, "" for the same. over: "shared", or "own"
    for run means each over the side's own topics. Sides without a common topic always
    take their own.
    """
    a, b = left.scores(left_measure or measure), right.scores(measure)
    table = _shared(a, b, keep)
    x, y = on_both(table)
    shared = bool(table.both.any()) and over == SHARED
    levels = _levels(three_ways_of(x, y), table.both)
    if not shared:
        levels = (_own(a, b, table.runs), *levels[1:])
    means = (
        (means_of(x), means_of(y))
        if shared
        else (a.means(table.runs), b.means(table.runs))
    )
    drawn = _drawn(a, b, table.runs, means)
    return ComparisonCell(a, b, shared, levels, drawn, spots_of(table))


def _shared(a: SideScores, b: SideScores, keep: Keep) -> ScoreTable:
    """Return the runs and topics that both sides score."""
    in_b = set(b.runs), set(b.topics)
    runs = tuple(run for run in a.runs if run in in_b[0] and keep(run))
    topics = tuple(topic for topic in a.topics if topic in in_b[1])
    if not topics:
        nothing = np.zeros((len(runs), 0))
        return ScoreTable(runs, (), nothing, nothing)
    return ScoreTable(runs, topics, a.numbers(runs, topics), b.numbers(runs, topics))


def _levels(ways: ThreeWays, both: np.ndarray) -> tuple[Level, ...]:
    runs, topics = (int(both.any(axis=axis).sum()) for axis in (1, 0))
    return (
        Level("run", "run means", ways.run_means, ways.run_means.n, topics),
        Level("topic", "per topic", ways.per_topic, runs, ways.per_topic.n),
        Level("pairs", "all pairs", ways.all_pairs, runs, topics),
    )


def _own(a: SideScores, b: SideScores, runs: Sequence[Run]) -> Level:
    """Return the level of run means, each over all topics of its side."""
    every = list({topic.pk: topic for topic in (*a.topics, *b.topics)}.values())
    x, y = a.numbers(runs, every), b.numbers(runs, every)
    way = computed("own-means", (), x, y, make=lambda rng: of_own_means(x, y, rng=rng))
    known = [np.isfinite(each).any(axis=0) for each in (x, y) if each.ndim == 2]
    topics = int(np.any(known, axis=0).sum()) if known else None
    return Level("run", "run means", way, way.n, topics)


def _drawn(
    a: SideScores,
    b: SideScores,
    runs: Sequence[Run],
    means: tuple[Floats, Floats],
) -> list[RunMeans]:
    found = zip(runs, *(side.tolist() for side in means), strict=True)
    return [
        RunMeans(run, a.sign * x, b.sign * y)
        for run, x, y in found
        if np.isfinite(x) and np.isfinite(y)
    ]
