"""The conditions of nugget scores that can be compared: saved ones, bank by judge."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from assess.analysis.scores.conditions import (
    BY_MACHINES,
    BY_PEOPLE,
    EDITED,
    Choice,
    Group,
    Offer,
    offer,
)
from assess.judging.judges.order import in_order, peoples
from assess.judging.labels.overlap import judges_with_labels
from assess.judging.models import Judge
from config.operations.single_reads import rows_once
from nuggets.assignment.kind import ASSIGNMENT
from nuggets.banks import defaults as first
from nuggets.models import AssignmentLabel, Bank, Condition
from nuggets.scores.basis import Basis, said_of, saved_conditions
from nuggets.scores.completeness import fullness
from runs.models import Track


def conditions(track: Track) -> list[Group]:
    """Offer the track's saved conditions, then each labelled bank with each judge."""
    saved = first.in_order(rows_once(saved_conditions(track)))
    judges = in_order(rows_once(judges_with_labels(track, ASSIGNMENT)))
    banks = {bank.pk: bank for bank in rows_once(_banks(track))}
    people = peoples([*judges, *_named([*saved, *banks.values()])])
    own = [
        Choice(
            f"condition={row.uuid}",
            said_of(row),
            row.assignment_judge_id in people,
            (row.bank_id, row.assignment_judge_id),
            frozenset(topic.pk for topic in row.topics.all()),
            ground=_ground(banks.get(row.bank_id), people, row.qrels_judge),
            subject=row.bank_id,
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
                    ground=_ground(bank, people),
                    subject=bank.pk,
                )
                for each in judges
            ],
            alike=True,
        )
        for bank in banks.values()
        if bank.labelled
    ]
    return [Group("Saved conditions", own), *by_bank]


def _named(rows: Iterable[Condition | Bank]) -> Iterator[Judge]:
    """Yield the judges that conditions and banks name."""
    for row in rows:
        if isinstance(row, Condition):
            yield row.assignment_judge
        if row.qrels_judge:
            yield row.qrels_judge


def _banks(track: Track) -> QuerySet[Any]:
    """Return the track's banks; labelled: whether a nugget of theirs has a label."""
    given: QuerySet[Any] = AssignmentLabel.objects.given().order_by()
    labelled = given.filter(nugget__listings__version__bank=OuterRef("pk"))
    rows = Bank.objects.visible().filter(track=track).select_related("qrels_judge")
    return rows.annotate(labelled=Exists(labelled))


def _ground(bank: Bank | None, people: set[int], own: Judge | None = None) -> str:
    """Return whether people edited a bank, or from whose qrels it was drafted.

    own: whose qrels a condition names, in place of the bank's.
    """
    if bank is None or bank.origin == Bank.EDITED:
        return EDITED if bank else ""
    qrels = own or bank.qrels_judge
    if qrels is None:
        return ""
    return BY_PEOPLE if qrels.pk in people else BY_MACHINES


def _bank(basis: Basis) -> str:
    return str(basis.bank.uuid)


offer("nuggets", Offer(ASSIGNMENT, conditions, fullness, _bank))
