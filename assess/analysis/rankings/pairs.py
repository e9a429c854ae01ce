"""Two conditions' scores side by side, over runs and topics."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from assess.analysis.scores.arrays import Measure, Scored, counted
from assess.analysis.scores.conditions import Condition
from assess.analysis.scores.families import Family
from assess.analysis.scores.grids import Flags, Floats
from runs.models import Run, Topic


class ScoreTable(NamedTuple):
    """One measure of two conditions, (runs, topics) each, NaN where nothing counts."""

    runs: tuple[Run, ...]
    topics: tuple[Topic, ...]
    a: Floats
    b: Floats

    @property
    def both(self) -> Flags:
        """Return where both conditions have a value, (runs, topics)."""
        found: Flags = np.isfinite(self.a) & np.isfinite(self.b)
        return found

    @property
    def counting(self) -> int:
        """Count the topics on which both conditions have a value of any run."""
        return int(self.both.any(axis=0).sum())


@dataclass(frozen=True, eq=False)
class Pairing:
    """Two conditions of one family, scored."""

    left: Condition
    right: Condition
    keep: Callable[[Run], bool] = lambda _run: True

    @property
    def family(self) -> Family:
        """Return the family of both conditions."""
        return self.left.family

    @property
    def scored(self) -> tuple[Scored, Scored]:
        """Return both conditions' scores."""
        return self.left.scored, self.right.scored

    @property
    def contested(self) -> tuple[Measure, ...]:
        """Return the measures by which runs are ranked."""
        return tuple(each for each in self.scored[0].measures if not each.aside)

    def shared(self, measure: str) -> ScoreTable:
        """Return the runs and topics that both conditions score."""
        left, right = self.scored
        runs = [run for run in left.runs if run in set(right.runs) and self.keep(run)]
        topics = [topic for topic in left.topics if topic in set(right.topics)]
        return self._table(measure, runs, topics)

    def every(self, measure: str) -> ScoreTable:
        """Return the runs and topics that either condition scores."""
        left, right = self.scored
        runs = {run.pk: run for run in (*left.runs, *right.runs) if self.keep(run)}
        topics = {topic.pk: topic for topic in (*left.topics, *right.topics)}
        order = sorted(topics.values(), key=lambda topic: (topic.position, topic.pk))
        return self._table(measure, list(runs.values()), order)

    def _table(
        self, measure: str, runs: Sequence[Run], topics: Sequence[Topic]
    ) -> ScoreTable:
        a, b = (
            placed(
                counted(scored, measure, self.family.rules),
                (scored.runs, scored.topics),
                runs,
                topics,
            )
            for scored in self.scored
        )
        return ScoreTable(tuple(runs), tuple(topics), a, b)


def placed(
    values: Floats,
    own: tuple[Sequence[Run], Sequence[Topic]],
    runs: Sequence[Run],
    topics: Sequence[Topic],
) -> Floats:
    """Return values of other runs and topics than their own, NaN where there is none.

    values: one for each of its own runs and topics, (runs, topics), as the result.
    """
    own_runs, own_topics = own
    rows = {run.pk: row for row, run in enumerate(own_runs)}
    columns = {topic.pk: column for column, topic in enumerate(own_topics)}
    padded = np.pad(values, ((0, 1), (0, 1)), constant_values=np.nan)
    across = np.array([rows.get(run.pk, -1) for run in runs], dtype=np.intp)
    down = np.array([columns.get(topic.pk, -1) for topic in topics], dtype=np.intp)
    found: Floats = padded[np.ix_(across, down)]
    return found
