"""The export of the leaderboard of matching scores."""

from __future__ import annotations

from django.db.models import QuerySet

from assess.analysis.scores.leaderboard.export import export_board
from assess.exchange.exports.parts import described
from assess.exchange.exports.registry import Part, Wanted
from assess.judging.judges.order import in_order
from assess.judging.models import Judge
from matching.match.kind import MATCH
from matching.scores.forms import deciding_judges
from matching.scores.scoring import MATCHING
from nuggets.banks.parts import BANK, described_bank
from runs.models import Track


def _judges(track: Track) -> QuerySet[Judge]:
    return deciding_judges(track)


def _first(track: Track) -> Judge | None:
    rows = [each for each in deciding_judges(track) if each.kind != Judge.PANEL]
    return next(iter(in_order(rows)), None)


JUDGE = Part(
    "judge",
    "Judge",
    _judges,
    _first,
    "No judge has decided on nuggets yet",
    MATCH.name,
)


def _describe(wanted: Wanted) -> dict[str, object]:
    return {
        "judge": described(wanted.parts["judge"]),
        "bank": described_bank(wanted.parts["bank"], wanted.named()),
    }


SCORES = export_board(MATCHING, (BANK, JUDGE), _describe, kind=MATCH.name, alias="")
