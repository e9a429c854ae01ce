"""The conditions of nugget scores that can be compared: saved ones, bank by judge."""

from __future__ import annotations

from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from assess.analysis.scores.conditions import Choice, Group, Offer, offer
from assess.judging.judges.order import in_order, peoples
from assess.judging.labels.overlap import judges_with_labels
from config.operations.single_reads import rows_once
from nuggets.assignment.kind import ASSIGNMENT
from nuggets.banks import defaults as first
from nuggets.models import AssignmentLabel, Bank
from nuggets.scores.basis import Basis, said_of, saved_conditions
from nuggets.scores.completeness import fullness
from runs.models import Track


def conditions(track: Track) -> list[Group]:
    """Offer the track's saved conditions, then each labelled bank with each judge."""
    saved = first.in_order(rows_once(saved_conditions(track)))
    judges = in_order(rows_once(judges_with_labels(track, ASSIGNMENT)))
    people = peoples([*judges, *(row.assignment_judge for row in saved)])
    given: QuerySet[Any] = AssignmentLabel.objects.given().order_by()
    labelled = given.filter(nugget__listings__version__bank=OuterRef("pk"))
    banks = Bank.objects.visible().filter(Exists(labelled), track=track)
    own = [
        Choice(
            f"condition={row.uuid}",
            said_of(row),
            row.assignment_judge_id in people,
            (row.bank_id, row.assignment_judge_id),
            frozenset(topic.pk for topic in row.topics.all()),
        )
        for row in saved
    ]
    by_bank = [
        Group(
            f"Bank {bank}",
            [
                Choice(
                    f"bank={bank.uuid}&judge={each.uuid}",
                    each.full_name,
                    each.pk in people,
                    (bank.pk, each.pk),
                )
                for each in judges
            ],
            alike=True,
        )
        for bank in rows_once(banks)
    ]
    return [Group("Saved conditions", own), *by_bank]


def _bank(basis: Basis) -> str:
    return str(basis.bank.uuid)


offer("nuggets", Offer(ASSIGNMENT, conditions, fullness, _bank))
