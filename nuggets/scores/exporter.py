"""The export of the leaderboard of nugget scores."""

from __future__ import annotations

from assess.analysis.scores.leaderboard.export import export_board
from assess.exchange.exports.parts import described
from assess.exchange.exports.registry import Option, Wanted
from nuggets.assignment.responses import JUDGE
from nuggets.banks.parts import BANK, described_bank
from nuggets.scores.scoring import NUGGETS

UNLABELLED = Option(
    "unlabelled",
    "Responses with unlabelled nuggets",
    (("undefined", "have no score"), ("not_support", "count them as not supported")),
)


def _describe(wanted: Wanted) -> dict[str, object]:
    return {
        "judge": described(wanted.parts["judge"]),
        "bank": described_bank(wanted.parts["bank"], wanted.named()),
    }


SCORES = export_board(NUGGETS, (BANK, JUDGE), _describe, options=(UNLABELLED,))
