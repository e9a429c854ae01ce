"""Where measures of a leaderboard are undefined: on topics, or in responses."""

from __future__ import annotations

from typing import NamedTuple

from assess.analysis.scores.leaderboard.board import Board
from runs.models import Topic


class Missing(NamedTuple):
    """Measures that are undefined for the same reason on the same topics."""

    measures: list[str]
    lacks: str
    topics: list[Topic]


class Bare(NamedTuple):
    """Measures that are undefined for the same reason in as many judged responses."""

    measures: list[str]
    lacks: str
    responses: int


def missing(board: Board) -> list[Missing]:
    """Return which measures have no value on which topics, and why."""
    found: dict[tuple[str, tuple[int, ...]], Missing] = {}
    for measure in board.scored.measures:
        topics = board.groundless(measure.name)
        key = (measure.lacks, tuple(topic.pk for topic in topics))
        if topics:
            empty = Missing([], measure.lacks, topics)
            found.setdefault(key, empty).measures.append(measure.title)
    return list(found.values())


def bare(board: Board) -> list[Bare]:
    """Return which measures have no value in some responses, and why."""
    found: dict[tuple[str, int], Bare] = {}
    for measure, many in zip(board.scored.measures, board.bare, strict=True):
        if many:
            empty = Bare([], measure.lacks, many)
            key = (measure.lacks, many)
            found.setdefault(key, empty).measures.append(measure.title)
    return list(found.values())


def spared(board: Board) -> list[str]:
    """Return the reasons for undefined values that do not occur here."""
    lacking = {each.lacks for each in missing(board)}
    lacking |= {each.lacks for each in bare(board)}
    wanted = dict.fromkeys(each.lacks for each in board.contested)
    return [lacks for lacks in wanted if lacks not in lacking]
