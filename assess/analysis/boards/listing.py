"""A board's runs in their order, matched to the runs of the track."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from assess.analysis.models import ImportedBoard
from runs.models import Run


class BoardLine(NamedTuple):
    """A line of a board; run: None if the track has no run of that tag."""

    name: str
    run_tag: str
    score: float
    run: Run | None


def lines_of(board: ImportedBoard, runs: Mapping[str, Run]) -> list[BoardLine]:
    """Return a board's runs, the best first. runs: the track's, by tag."""
    sign = 1 if board.lower_is_better else -1
    lines = [BoardLine(name, tag, n, runs.get(tag)) for name, tag, n in board.scores]
    return sorted(lines, key=lambda line: (sign * line.score, line.run_tag))


def runs_by_tag(runs: Iterable[Run]) -> dict[str, Run]:
    """Return runs by their tags."""
    return {run.name: run for run in runs}
