"""The conditions of exam scores that can be compared: bank by judge."""

from __future__ import annotations

from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from assess.analysis.scores.conditions import Choice, Fullness, Group, Offer, offer
from assess.judging.judges.order import in_order, peoples
from assess.judging.labels.cells import behind_each, cells_of, judged_cells
from assess.judging.labels.overlap import judges_with_labels
from config.operations.single_reads import rows_once
from exams.grading.kind import EXAM
from exams.models import ExamLabel, QuestionBank
from exams.scores.basis import Basis
from runs.models import Track


def conditions(track: Track) -> list[Group]:
    """Offer each graded bank with each judge."""
    judges = in_order(rows_once(judges_with_labels(track, EXAM)))
    people = peoples(judges)
    given: QuerySet[Any] = ExamLabel.objects.given().order_by()
    graded = given.filter(question__listings__version__bank=OuterRef("pk"))
    banks = QuestionBank.objects.visible().filter(Exists(graded), track=track)
    return [
        Group(
            f"Questions {bank}",
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


def fullness(track: Track) -> Fullness:
    """Return how much each condition's judge graded."""
    own, behind = judged_cells(track, EXAM), behind_each(track)
    return lambda choice: cells_of(
        own, behind.get(choice.rests_on[1], ()), choice.topics
    )


def _bank(basis: Basis) -> str:
    return str(basis.bank.uuid)


offer("exam", Offer(EXAM, conditions, fullness, _bank))
