"""One run's scores, topic by topic."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple
from uuid import UUID

import numpy as np

from assess.analysis.scores.arrays import Measure
from assess.analysis.scores.grids import SCORED, UNANSWERED, UNJUDGED
from assess.analysis.scores.leaderboard.board import Board
from assess.analysis.scores.leaderboard.page import NOT_THROUGH
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
