"""The leaderboard as CSV: what the command prints, the page and the export give."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator

from nuggets.kernel.nugget_scores import METRICS
from nuggets.scores.leaderboard import Leaderboard, RunRow, counted

HEADER = ("run", "task", "topics", *METRICS, "L")
TOPIC_HEADER = ("run", "task", "topic", *METRICS, "L")
_DIGITS = 6


def run_lines(board: Leaderboard, *, summary: bool = False) -> Iterator[str]:
    """Yield a line a run, best first; undefined is an empty cell.

    topics: how many count in the run's means; a measure that is undefined on some of
    them rests on fewer. summary adds min, median and max, which are no runs.
    """
    yield _line(HEADER)
    for row in board.rows:
        means = [row.means[metric].mean for metric in METRICS]
        name, task = row.run.name, row.run.task
        length = _number(row.words)
        yield _line([name, task, counted_topics(row), *map(_number, means), length])
    if summary:
        yield from _summary(board)


def topic_lines(board: Leaderboard) -> Iterator[str]:
    """Yield a line a run and judged topic, in the order of runs and of topics.

    An unanswered topic stands there as the basis counts it: 0, or not at all.
    """
    yield _line(TOPIC_HEADER)
    for row in board.rows:
        for topic in board.topics:
            cell = row.cells.get(topic.pk)
            unanswered = topic.pk in row.means["A"].unanswered
            if unanswered and board.basis.unanswered == "left_out":
                continue
            scores = [
                None
                if topic in board.undefined[metric]
                else counted(row, topic, metric, board.basis)
                for metric in METRICS
            ]
            length = str(cell.words) if cell else ""
            start = [row.run.name, row.run.task, topic.name]
            yield _line([*start, *map(_number, scores), length])


def counted_topics(row: RunRow) -> int:
    """Return how many topics count in a run's means, over all nuggets."""
    return row.means["A_strict"].n


def _summary(board: Leaderboard) -> Iterator[str]:
    spreads = [board.spreads[metric] for metric in METRICS]
    topics = board.spreads["A_strict"].n
    for name, values in (
        ("min", [each.minimum for each in spreads]),
        ("median", [each.median for each in spreads]),
        ("max", [each.maximum for each in spreads]),
    ):
        yield _line([name, "", topics, *map(_number, values), ""])


def _number(value: float | None) -> str:
    return "" if value is None else str(round(value, _DIGITS))


def _line(cells: Iterable[object]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(cells)
    return text.getvalue()
