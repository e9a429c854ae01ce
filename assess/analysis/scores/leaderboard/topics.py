"""Scores topic by topic: of one run, and of all runs as a matrix."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple
from uuid import UUID

import numpy as np

from assess.analysis.scores.arrays import Measure
from assess.analysis.scores.grids import SCORED, UNANSWERED, UNJUDGED, Floats
from assess.analysis.scores.leaderboard.board import Board
from assess.analysis.scores.leaderboard.page import NOT_THROUGH, BoardPage
from assess.analysis.scores.leaderboard.rows import NO_ANSWER, Value, known, value_of
from runs.models import Response, Run, Topic

NOTHING_JUDGED = "nothing of the response is labelled"
EMPTY = "the response has no sentence"


class TopicRow(NamedTuple):
    """One topic of a run, with its counted value of every measure, then its length.

    response: the public id of the run's response, None if there is none.
    """

    topic: Topic
    response: UUID | None
    values: list[Value]


def topic_rows(board: Board, run: int, responses: Mapping[int, UUID]) -> list[TopicRow]:
    """Return one run's scores on each judged topic, given its responses by topic."""
    return [
        TopicRow(topic, responses.get(topic.pk), _topic_values(board, run, place))
        for place, topic in enumerate(board.scored.topics)
    ]


def responses_of(run: Run) -> dict[int, UUID]:
    """Return the public id of a run's response to each topic, by row number."""
    rows = Response.objects.visible().filter(run=run)
    return dict(rows.values_list("topic", "uuid"))


def _topic_values(board: Board, run: int, place: int) -> list[Value]:
    found = [
        value_of(
            known(board.tables[row, run, place]),
            reason=_topic_reason(board, measure, run, place),
        )
        for row, measure in enumerate(board.scored.measures)
    ]
    if not np.isfinite(board.words).any():
        return found
    words = known(board.scored.words[run, place])
    return [*found, value_of(words, 0, reason=NO_ANSWER)]


def _topic_reason(board: Board, measure: Measure, run: int, place: int) -> str:
    state = board.scored.states[run, place]
    if not board.scored.grounds[board.scored.place(measure.name), place]:
        return f"{measure.lacks} on this topic"
    if state == UNANSWERED:
        is_there = np.isfinite(board.scored.words[run, place])
        return f"{EMPTY if is_there else 'no response to this topic'}; left out"
    if state == SCORED:
        return f"{measure.lacks} in this response"
    return NOTHING_JUDGED if state == UNJUDGED else NOT_THROUGH


LEVELS = 10  # shades of the matrix
NAMED = 3  # easiest and hardest topics that are named
EASIEST, HARDEST = "easiest", "hardest"


class Shade(NamedTuple):
    """A cell of the matrix: its digits and its shade from 0 to 9, or the reason."""

    text: str
    level: int
    reason: str = ""


class TopicMean(NamedTuple):
    """A topic with its mean over runs."""

    topic: Topic
    mean: Shade


class TopicCells(NamedTuple):
    """One topic with its cell for each run, and its mean over runs."""

    topic: Topic
    cells: list[Shade]
    mean: Shade


@dataclass(frozen=True, eq=False)
class Matrix:
    """One measure of every run on every topic, (topics, runs), in an order.

    topics_by: easiest or hardest (by their mean over runs), the public id of a run
    whose best topics come first, "" for the track's own order. runs_by: the public id
    of a topic whose best runs come first, "" for the order of `page`.
    """

    page: BoardPage
    topics_by: str = ""
    runs_by: str = ""

    @cached_property
    def values(self) -> Floats:
        """Return the counted values, (runs, topics), NaN if a topic does not count."""
        return self.page.board.table(self.page.measure.name)

    @cached_property
    def runs(self) -> list[Run]:
        """Return the runs in their order."""
        every = self.page.board.scored.runs
        return [every[row] for row in self._runs]

    @cached_property
    def _runs(self) -> list[int]:
        topics = self.page.board.scored.topics
        for place, topic in enumerate(topics):
            if str(topic.uuid) == self.runs_by:
                return _best_first(self.values[:, place], self.page.order)
        return self.page.order

    @cached_property
    def _topics(self) -> list[int]:
        rows = list(range(self.values.shape[1]))
        for place, run in enumerate(self.page.board.scored.runs):
            if str(run.uuid) == self.topics_by:
                return _best_first(self.values[place], rows)
        if self.topics_by == EASIEST:
            return _best_first(self._over_runs, rows)
        if self.topics_by == HARDEST:
            return _best_first(-self._over_runs, rows)
        return rows

    @cached_property
    def _over_runs(self) -> Floats:
        """Return each topic's mean over the runs for which it counts, NaN for none."""
        number = np.isfinite(self.values).sum(axis=0)
        sums = np.nansum(self.values, axis=0)
        empty = np.full(len(sums), np.nan)
        means: Floats = np.divide(sums, number, out=empty, where=number > 0)
        return means

    @property
    def hardest(self) -> list[TopicMean]:
        """Return the few topics with the lowest means, the lowest first."""
        return self._named(-self._over_runs)

    @property
    def easiest(self) -> list[TopicMean]:
        """Return the few topics with the highest means, the highest first."""
        return self._named(self._over_runs)

    def _named(self, values: Floats) -> list[TopicMean]:
        """Return the first topics by falling value; none that are first both ways."""
        topics = self.page.board.scored.topics
        known = [row for row in range(len(topics)) if not np.isnan(values[row])]
        found = _best_first(values, known)[: min(NAMED, len(known) // 2)]
        return [TopicMean(topics[row], _shade(self._over_runs[row])) for row in found]

    @cached_property
    def rows(self) -> list[TopicCells]:
        """Return the topics in their order."""
        return [
            TopicCells(
                self.page.board.scored.topics[column],
                [self._cell(row, column) for row in self._runs],
                _shade(self._over_runs[column], NO_RUN),
            )
            for column in self._topics
        ]

    def _cell(self, row: int, column: int) -> Shade:
        value = self.values[row, column]
        if np.isnan(value):
            board, measure = self.page.board, self.page.measure
            return Shade("", 0, _topic_reason(board, measure, row, column))
        return _shade(value)

    @property
    def means(self) -> list[Shade]:
        """Return the runs' means in their order."""
        means = self.page.board.mean(self.page.measure.name)
        return [_shade(means[row], NO_TOPIC) for row in self._runs]


NO_RUN, NO_TOPIC = "no run has a score on it", "no topic counts for it"


def _shade(value: float, reason: str = "") -> Shade:
    """Return a number from 0 to 1 with its shade; without one, the reason."""
    if np.isnan(value):
        return Shade("", 0, reason)
    level = int(min(max(value, 0.0), 1.0) * (LEVELS - 1) + 0.5)
    return Shade(f"{value:.2f}", level)


def _best_first(values: Floats, rows: Sequence[int]) -> list[int]:
    """Return the rows by falling value; undefined last, ties as they stood."""
    defined = [row for row in rows if not np.isnan(values[row])]
    undefined = [row for row in rows if np.isnan(values[row])]
    return [*sorted(defined, key=lambda row: -values[row]), *undefined]
