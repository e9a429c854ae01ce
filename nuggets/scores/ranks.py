"""How far two conditions rank the same runs alike."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import fsum
from typing import NamedTuple

from assess.kernel.rank_agreement import ThreeWays, three_ways
from nuggets.kernel.nugget_scores import METRICS
from nuggets.scores.basis import Basis
from nuggets.scores.leaderboard import Leaderboard, leaderboard, narrowed
from runs.models import Run


class Pair(NamedTuple):
    """One run's two means over the topics in which both conditions score it."""

    run: Run
    a: float
    b: float
    topics: int


class TopicPair(NamedTuple):
    """One run's two scores on one topic."""

    run: Run
    topic: str
    a: float
    b: float


@dataclass(frozen=True)
class Ranks:
    """Two conditions compared: by metric in three ways, and the pairs behind one.

    topics: in how many judged topics the two meet.
    """

    a: Leaderboard
    b: Leaderboard
    metric: str
    ways: dict[str, ThreeWays]
    pairs: list[Pair]  # best first by the first condition
    cloud: list[TopicPair]
    topics: int

    @property
    def leading(self) -> ThreeWays:
        """Return the three ways of the chosen metric."""
        return self.ways[self.metric]


def compare_conditions(
    a: Basis,
    b: Basis,
    *,
    metric: str,
    keep: Callable[[Run], bool] = lambda _run: True,
) -> Ranks:
    """Compare the runs and topics that two conditions of one track both score."""
    boards = [narrowed(leaderboard(basis), keep) for basis in (a, b)]
    values = [board.values(metric) for board in boards]
    cloud = _cloud(boards[0], *values)
    return Ranks(
        a=boards[0],
        b=boards[1],
        metric=metric,
        ways={
            name: three_ways(boards[0].values(name), boards[1].values(name))
            for name in METRICS
        },
        pairs=_pairs(cloud),
        cloud=cloud,
        topics=len({pair.topic for pair in cloud}),
    )


Values = dict[tuple[str, str], float | None]


def _cloud(board: Leaderboard, a: Values, b: Values) -> list[TopicPair]:
    runs = {row.run.name: row.run for row in board.rows}
    return [
        TopicPair(runs[run], topic, x, y)
        for (run, topic), x in a.items()
        if x is not None and (y := b.get((run, topic))) is not None
    ]


def _pairs(cloud: list[TopicPair]) -> list[Pair]:
    runs: dict[Run, list[TopicPair]] = {}
    for each in cloud:
        runs.setdefault(each.run, []).append(each)
    pairs = [
        Pair(
            run,
            fsum(each.a for each in own) / len(own),
            fsum(each.b for each in own) / len(own),
            len(own),
        )
        for run, own in runs.items()
    ]
    return sorted(pairs, key=lambda pair: (-pair.a, pair.run.name))
