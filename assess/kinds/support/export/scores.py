"""The leaderboard of support scores going out."""

from __future__ import annotations

from assess.analysis.scores.leaderboard.export import export_board
from assess.exchange.exports.parts import described_judge, judge_of_kind
from assess.kinds.support.family import FAMILY
from assess.kinds.support.kind import SUPPORT

SCORES = export_board(FAMILY, (judge_of_kind(SUPPORT.name),), described_judge)
