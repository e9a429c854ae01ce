"""The leaderboard of support scores going out."""

from __future__ import annotations

from assess.exports.parts import described_judge, judge_of_kind
from assess.scores.export import export_board
from assess.support.family import FAMILY
from assess.support.kind import SUPPORT

SCORES = export_board(FAMILY, (judge_of_kind(SUPPORT.name),), described_judge)
