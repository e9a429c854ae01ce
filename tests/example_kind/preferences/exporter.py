"""Exports of preferences: label rows, and the leaderboard by win rate."""

from assess.analysis.scores.leaderboard.export import export_board
from assess.exchange.exports.labels import export_labels
from assess.exchange.exports.parts import described_judge, judge_of_kind
from tests.example_kind.preferences.kind import PREFERENCES
from tests.example_kind.preferences.scoring import FAMILY

LABELS = export_labels(
    PREFERENCES,
    {
        "topic": "first__topic__name",
        "first": "first__run__name",
        "second": "second__run__name",
    },
)
SCORES = export_board(FAMILY, (judge_of_kind(PREFERENCES.name),), described_judge)
