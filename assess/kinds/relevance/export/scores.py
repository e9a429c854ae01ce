"""The leaderboard of retrieval scores going out."""

from __future__ import annotations

from assess.analysis.scores.leaderboard.export import AS_THE_TRACK_SAYS, export_board
from assess.exchange.exports.parts import described_judge, judge_of_kind
from assess.exchange.exports.registry import Option
from assess.kinds.relevance.family import FAMILY
from assess.kinds.relevance.kind import RELEVANCE

LEVEL = Option(
    "level",
    "Relevant from grade",
    (
        (AS_THE_TRACK_SAYS, "the track’s"),
        *((str(grade), f"{grade}") for grade in range(1, 5)),
    ),
)
SCORES = export_board(
    FAMILY, (judge_of_kind(RELEVANCE.name),), described_judge, options=(LEVEL,)
)
