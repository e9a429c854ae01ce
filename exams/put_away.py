"""The registration of question banks as things to put away."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.db.models import QuerySet

from assess.judging.models.subjects import register_subject
from assess.judging.put_away import work_on
from exams.models import ExamLabel, Question, QuestionBank
from runs.models import Import, Track
from runs.put_away.registry import (
    Counts,
    Thing,
    ThingKind,
    Ties,
    hanging_on_each,
    page_named,
    register,
    tie,
)


def _banks(track: Track) -> QuerySet[QuestionBank]:
    return QuestionBank.objects.exclude(landed_at=None).filter(track=track)


def _banks_away() -> QuerySet[QuestionBank]:
    return QuestionBank.objects.exclude(deleted_at=None)


BANK = register(
    ThingKind(
        name="question_bank",
        title="Question bank",
        plural="Question banks",
        model=QuestionBank,
        rows=_banks,
        effect="It disappears from every page and export, and its work from "
        "every inbox. Its lists, their grades and the work are kept, and return once "
        "it is restored.",
        page=page_named("exams:bank"),
        pages="exams:banks",
    )
)


def _on_bank(bank: QuestionBank) -> Counts:
    listed = Question.objects.filter(listings__version__bank=bank).values("pk")
    given: QuerySet[Any] = ExamLabel.objects.given()
    return {
        "lists": bank.versions.count(),
        "questions": Question.objects.filter(pk__in=listed).count(),
        "exam grades": given.filter(question__in=listed).count(),
    }


def _made_by(row: Import) -> Iterator[tuple[ThingKind, Thing]]:
    if row.state == Import.LANDED:
        own = QuestionBank.objects.visible().filter(track=row.track_id)
        for bank in own.filter(sha256=row.sha256):
            yield BANK, bank


def _on_import(row: Import) -> Counts:
    return hanging_on_each(_made_by(row))


def _work(bank: QuestionBank) -> Mapping[str, Any]:
    return {"subject": str(bank.uuid)}


register_subject(_banks_away, every=QuestionBank.objects.all)
tie("question_bank", Ties(hanging=_on_bank))
tie("question_bank", work_on(_work))
tie("import", Ties(hanging=_on_import, resting=_made_by))
