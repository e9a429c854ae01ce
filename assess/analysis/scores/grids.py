"""Scores of all runs on all topics by row number, and their partial updates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
States = NDArray[np.int8]
Flags = NDArray[np.bool_]
Ints = NDArray[np.int64]

# The state of a run on a topic. UNJUDGED: answered, without any label yet; OPEN:
# answered and partly judged, if a measure needs all labels.
SCORED, UNANSWERED, UNJUDGED, OPEN = range(4)


@dataclass(frozen=True, eq=False)
class GridPart:
    """The scores of some (run, topic) pairs, one row each, and their topics' state.

    runs, topics: row numbers; values: (measures, pairs); states, words: (pairs,).
    ground_topics: the topics of `grounds`, (measures, topics), and of `judged`. judged:
    topics that count although no run has anything judged on them.
    """

    runs: Ints
    topics: Ints
    values: Floats
    states: States
    words: Floats
    ground_topics: Ints
    grounds: Flags
    judged: Flags


class PairScores(NamedTuple):
    """One run on one topic: its measures' values, None before anything is judged."""

    run: int
    topic: int
    words: int
    values: tuple[float, ...] | None


def part_of(pairs: Sequence[PairScores], *, measures: int) -> GridPart:
    """Return the part of some pairs, every measure being defined on every topic."""
    nothing = (np.nan,) * measures
    judged = [pair.values is not None for pair in pairs]
    topics = np.unique(np.array([pair.topic for pair in pairs], dtype=np.int64))
    values = [pair.values or nothing for pair in pairs]
    return GridPart(
        runs=np.array([pair.run for pair in pairs], dtype=np.int64),
        topics=np.array([pair.topic for pair in pairs], dtype=np.int64),
        values=np.array(values, dtype=np.float64).reshape(-1, measures).T,
        states=np.where(judged, SCORED, UNJUDGED).astype(np.int8),
        words=np.array([pair.words for pair in pairs], dtype=np.float64),
        ground_topics=topics,
        grounds=np.ones((measures, len(topics)), dtype=bool),
        judged=np.zeros(len(topics), dtype=bool),
    )


@dataclass(frozen=True, eq=False)
class Grid:
    """The raw scores of runs on topics, before any rule for missing values.

    runs, topics: row numbers. values: (measures, runs, topics), NaN if there is no
    value. states: (runs, topics), one of SCORED, UNANSWERED, UNJUDGED, OPEN; only
    SCORED ones have values. words: (runs, topics), the responses' lengths, NaN if there
    is none. grounds: (measures, topics), False if no run can have a value: no vital
    nugget, no relevant segment. judged: (topics,), topics that count although no run
    has anything judged on them.
    """

    runs: Ints
    topics: Ints
    values: Floats
    states: States
    words: Floats
    grounds: Flags
    judged: Flags

    @property
    def touched(self) -> tuple[Flags, Flags]:
        """Return which runs, and which topics, have anything judged."""
        some: Flags = (self.states == SCORED) | (self.states == OPEN)
        return np.asarray(some.any(axis=1)), np.asarray(some.any(axis=0)) | self.judged

    def narrowed(self, rows: Sequence[int], columns: Sequence[int]) -> Grid:
        """Return some of the runs on some of the topics, by place, in that order."""
        both = np.ix_(rows, columns)
        return Grid(
            runs=self.runs[both[0][:, 0]],
            topics=self.topics[both[1][0]],
            values=self.values[:, both[0], both[1]],
            states=self.states[both],
            words=self.words[both],
            grounds=self.grounds[:, both[1][0]],
            judged=self.judged[both[1][0]],
        )

    def holds(self, part: GridPart) -> bool:
        """Return whether a part has only runs and topics of this grid."""
        topics = np.concatenate([part.topics, part.ground_topics])
        return bool(
            np.isin(part.runs, self.runs).all() and np.isin(topics, self.topics).all()
        )

    def mended(self, part: GridPart) -> Grid:
        """Return the grid updated by a part; its row numbers ascend."""
        values, states = self.values.copy(), self.states.copy()
        words, grounds = self.words.copy(), self.grounds.copy()
        judged = self.judged.copy()
        rows = np.searchsorted(self.runs, part.runs)
        columns = np.searchsorted(self.topics, part.topics)
        values[:, rows, columns] = part.values
        states[rows, columns] = part.states
        words[rows, columns] = part.words
        whose = np.searchsorted(self.topics, part.ground_topics)
        grounds[:, whose] = part.grounds
        judged[whose] = part.judged
        return replace(
            self,
            values=values,
            states=states,
            words=words,
            grounds=grounds,
            judged=judged,
        )


def grid_of(part: GridPart) -> Grid:
    """Return the grid of a complete part; pairs that it lacks are unanswered."""
    runs = np.unique(part.runs)
    topics = np.unique(np.concatenate([part.topics, part.ground_topics]))
    measures, shape = len(part.values), (len(runs), len(topics))
    empty = Grid(
        runs=runs,
        topics=topics,
        values=np.full((measures, *shape), np.nan),
        states=np.full(shape, UNANSWERED, dtype=np.int8),
        words=np.full(shape, np.nan),
        grounds=np.zeros((measures, len(topics)), dtype=bool),
        judged=np.zeros(len(topics), dtype=bool),
    )
    return empty.mended(part)
