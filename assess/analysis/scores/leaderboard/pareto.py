"""Quality against length: the runs that no other beats on both (P1 4, Figure 7)."""

from __future__ import annotations

import numpy as np

from assess.analysis.charts import Axis, Scatter, ScatterPoint, Shape
from assess.analysis.kernel import pareto as kernel
from assess.analysis.scores.arrays import Measure
from assess.analysis.scores.leaderboard.board import Board
from runs.models import Run

SHAPES: dict[str, Shape] = {Run.AG: "square", Run.RAG: "circle"}
OTHER: Shape = "triangle"
MOST = 1_000  # points of runs on single topics, which the leaderboard carries


def pareto_chart(board: Board, measure: Measure) -> Scatter | None:
    """Return the runs' means of a measure over their lengths, with the Pareto curve.

    None if fewer than two runs have both. The points are those of all displayed runs,
    control runs included; the curve connects the runs that no other run equals or beats
    with at most as many words. Each run on each topic is a small point, unless these
    are too many.
    """
    means, words = board.mean(measure.name), board.words
    both = np.flatnonzero(np.isfinite(means) & np.isfinite(words)).tolist()
    if len(both) < 2:
        return None
    runs, lengths, scores = board.scored.runs, words.tolist(), means.tolist()
    points = {row: _point(runs[row], lengths[row], scores[row]) for row in both}
    front = kernel.pareto_front(
        {row: kernel.RunPoint(point.x, point.y) for row, point in points.items()}
    )
    for place, row in enumerate(front, 1):
        points[row] = points[row]._replace(label=str(place))
    named = (f"{place} {runs[row].name}" for place, row in enumerate(front, 1))
    tasks = sorted({runs[row].task for row in both})
    cloud = _cloud(board, measure)
    small = " Small: a run on one topic." if cloud else ""
    return Scatter(
        name="pareto",
        title=f"{measure.title} and length",
        says=(
            f"{len(both)} runs.{small} The line joins those that no other equals or "
            f"beats with as few words: {', '.join(named)}."
        ),
        x=Axis("L, mean length in words", low=0.0),
        y=Axis(measure.title),
        points=list(points.values()),
        heads=("run", "task", "topic") if cloud else ("run", "task"),
        cloud=cloud,
        front=[points[row] for row in front],
        legend=[(SHAPES.get(task, OTHER), task.upper() or "no task") for task in tasks],
        places=(1, 4),
    )


def _point(run: Run, words: float, mean: float) -> ScatterPoint:
    shape = SHAPES.get(run.task, OTHER)
    return ScatterPoint(words, mean, (run.name, run.task.upper()), shape)


def _cloud(board: Board, measure: Measure) -> list[ScatterPoint]:
    """Return a point for each run on each topic; none of one topic, or of too many."""
    scores, words = board.table(measure.name), board.scored.words
    if scores.shape[1] < 2 or scores.size > MOST:
        return []
    places = np.argwhere(np.isfinite(scores) & np.isfinite(words)).tolist()
    runs, topics = board.scored.runs, board.scored.topics
    return [
        ScatterPoint(
            float(words[row, column]),
            float(scores[row, column]),
            (runs[row].name, runs[row].task.upper(), topics[column].name),
        )
        for row, column in places
    ]
