"""Small leaderboards, built from arrays only."""

import numpy as np

from assess.analysis.scores.arrays import Measure, Rules, Scored
from assess.analysis.scores.grids import SCORED, UNANSWERED, Flags, Floats, Grid, States
from assess.analysis.scores.leaderboard.board import Board
from runs.models import Run, Topic

NAN = np.nan
V = Measure("V", "V strict", "vital nuggets", lacks="no vital nugget")
A = Measure("A", "A", "all nuggets")
SHARE = Measure("share", "unjudged", "what nobody judged", aside=True)


def make_scored(
    *values: list[list[float]],
    runs: tuple[Run, ...] = (),
    measures: tuple[Measure, ...] = (V, A, SHARE),
) -> Scored:
    """Return scores of (runs, topics) per measure; NaN is unanswered, words are 10."""
    table = np.array(values, dtype=np.float64)
    measured, rows, topics = table.shape
    empty = np.isnan(table).all(axis=0)
    return Scored(
        measures=measures[:measured],
        primary="V",
        runs=runs or tuple(make_tag(f"run-{row}", row) for row in range(rows)),
        topics=tuple(Topic(pk=place + 1, name=f"t{place}") for place in range(topics)),
        grid=make_grid(
            values=table,
            states=np.where(empty, UNANSWERED, SCORED).astype(np.int8),
            words=np.where(empty, NAN, 10.0 * np.arange(1, rows + 1)[:, None]),
            grounds=np.ones((measured, topics), dtype=bool),
        ),
    )


def make_grid(*, values: Floats, states: States, words: Floats, grounds: Flags) -> Grid:
    """Return a grid whose row numbers count from 1."""
    rows, topics = states.shape
    return Grid(
        runs=np.arange(1, rows + 1),
        topics=np.arange(1, topics + 1),
        values=values,
        states=states,
        words=words,
        grounds=grounds,
        judged=np.zeros(topics, dtype=bool),
    )


def make_tag(name: str, pk: int, *, task: str = Run.RAG, control: bool = False) -> Run:
    """Return a run that is not in the database."""
    return Run(pk=pk + 1, name=name, task=task, control=control, group="harbour")


def make_board(*values: list[list[float]], rules: Rules | None = None) -> Board:
    """Return a leaderboard of these scores."""
    return Board(make_scored(*values), rules or Rules())
