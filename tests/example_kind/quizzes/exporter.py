"""Exports of quiz grades: label rows, and the leaderboard."""

from assess.analysis.scores.leaderboard.export import export_board
from assess.exchange.exports.labels import export_labels
from assess.exchange.exports.parts import described_judge, judge_of_kind
from tests.example_kind.quizzes.kind import QUIZZES
from tests.example_kind.quizzes.scoring import FAMILY

LABELS = export_labels(
    QUIZZES,
    {
        "topic": "response__topic__name",
        "question": "question__name",
        "run": "response__run__name",
    },
)
SCORES = export_board(FAMILY, (judge_of_kind(QUIZZES.name),), described_judge)
