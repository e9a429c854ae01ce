"""The export of a saved condition's leaderboard."""

from __future__ import annotations

from operator import attrgetter

from django.db.models import QuerySet

from assess.analysis.scores.leaderboard.export import export_board
from assess.exchange.exports.parts import described
from assess.exchange.exports.registry import Part, Wanted
from nuggets.assignment.kind import ASSIGNMENT
from nuggets.banks.defaults import first_condition
from nuggets.banks.parts import described_bank
from nuggets.conditions.listing import conditions_of
from nuggets.models import Condition
from nuggets.scores.exporter import UNLABELLED
from nuggets.scores.scoring import NUGGETS
from runs.models import Track


def _conditions(track: Track) -> QuerySet[Condition]:
    return conditions_of(track)


CONDITION = Part(
    "condition",
    "Condition",
    _conditions,
    first_condition,
    "No condition yet",
    ASSIGNMENT.name,
    attrgetter("assignment_judge"),
)


def _describe(wanted: Wanted) -> dict[str, object]:
    condition: Condition = wanted.parts["condition"]
    topics = sorted(topic.name for topic in condition.topics.all())
    qrels = condition.qrels_judge
    held = set(topics) or None
    return {
        "condition": condition.name,
        "judge": described(condition.assignment_judge),
        "bank": described_bank(condition.bank, wanted.named() or held),
        "qrels_judge": described(qrels) if qrels else None,
        "topics_of_condition": topics or None,
    }


SCORES = export_board(
    NUGGETS,
    (CONDITION,),
    _describe,
    options=(UNLABELLED,),
    name="condition-scores",
    title="Leaderboard: a saved condition",
)
