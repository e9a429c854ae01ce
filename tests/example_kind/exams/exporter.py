"""Exports of exam grades: label rows, and the leaderboard."""

from assess.analysis.scores.leaderboard.export import export_board
from assess.exchange.exports.labels import export_labels
from assess.exchange.exports.parts import described_judge, judge_of_kind
from tests.example_kind.exams.kind import EXAMS
from tests.example_kind.exams.scoring import FAMILY

LABELS = export_labels(
    EXAMS,
    {
        "topic": "response__topic__name",
        "question": "question__name",
        "run": "response__run__name",
    },
)
SCORES = export_board(FAMILY, (judge_of_kind(EXAMS.name),), described_judge)
