"""Scores of all runs on all topics by row number, and their mending part by part."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from assess.analysis.scores.arrays import (
    OPEN,
    SCORED,
    UNANSWERED,
    UNJUDGED,
    Flags,
    Floats,
    Measure,
    Scored,
    States,
)
from runs.models import Run, Topic

Ints = NDArray[np.int64]
Row = TypeVar("Row", Run, Topic)


@dataclass(frozen=True, eq=False)
class GridPart:
    """The scores of some (run, topic) pairs, a row each, and what their topics are.

    runs, topics: row numbers; values: (measures, pairs); states, words: (pairs,).
    ground_topics: the topics that `grounds`, (measures, topics), and `judged` speak
    of. judged: topics that count though no run has anything judged on them.
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
    """Return the part of some pairs where each topic gives each measure a ground."""
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
    """Raw scores over rising row numbers of runs and topics, as Scored has them."""

    runs: Ints
    topics: Ints
    values: Floats
    states: States
    words: Floats
    grounds: Flags
    judged: Flags

    def holds(self, part: GridPart) -> bool:
        """Say whether a part speaks of these runs and topics alone."""
        topics = np.concatenate([part.topics, part.ground_topics])
        return bool(
            np.isin(part.runs, self.runs).all() and np.isin(topics, self.topics).all()
        )

    def mended(self, part: GridPart) -> Grid:
        """Return the grid with some of it scored again."""
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
    """Return the grid of a part that is the whole; what it leaves out is unanswered."""
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


def scored_of(
    grid: Grid,
    runs: Iterable[Run],
    topics: Iterable[Topic],
    measures: Sequence[Measure],
    primary: str,
    *,
    notes: Sequence[str] = (),
) -> Scored:
    """Return the scores of the runs and topics with something judged, in their order.

    runs, topics: all of the track.
    """
    touched: Flags = (grid.states == SCORED) | (grid.states == OPEN)
    some_run: Flags = np.asarray(touched.any(axis=1))
    some_topic: Flags = np.asarray(touched.any(axis=0)) | grid.judged
    placed = _found(runs, grid.runs)
    rows = [(place, run) for place, run in placed if some_run[place]]
    columns = [
        (place, topic)
        for place, topic in _found(topics, grid.topics)
        if some_topic[place]
    ]
    across = [place for place, _ in rows], [place for place, _ in columns]
    both = np.ix_(*across)
    return Scored(
        measures=tuple(measures),
        primary=primary,
        runs=tuple(run for _, run in rows),
        topics=tuple(topic for _, topic in columns),
        values=grid.values[:, both[0], both[1]],
        states=grid.states[both],
        words=grid.words[both],
        grounds=grid.grounds[:, across[1]],
        waiting=tuple(run for place, run in placed if not some_run[place]),
        notes=tuple(notes),
    )


def _found(rows: Iterable[Row], numbers: Ints) -> list[tuple[int, Row]]:
    places = {number: place for place, number in enumerate(numbers.tolist())}
    return [(places[row.pk], row) for row in rows if row.pk in places]
