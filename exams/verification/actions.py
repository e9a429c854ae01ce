"""Draw a sample of a machine's grades."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from random import Random
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from accounts.models import User
from assess.judging.models import Judge
from exams.kernel.grades import UNGRADED
from exams.kernel.samples import draw, sizes_of
from exams.models import ExamLabel, GradeSample, QuestionBank, SampledPair
from exams.scores.basis import Basis
from exams.scores.grades import BankGrades

BATCH = 2_000


class AlreadyVerified(ValueError):
    """Somebody verified pairs of the sample; another one would lose them."""


class NothingGraded(ValueError):
    """The judge graded no active question of the bank."""


def verified_labels(sample: GradeSample) -> QuerySet[Any]:
    """Return people's labels over the grades of a sample's judge, the first ones first.

    Of any pair, in the sample or not.
    """
    given: QuerySet[Any] = ExamLabel.objects.given()
    rows = given.filter(
        round=1,
        details__by=str(sample.judge.uuid),
        question__listings__version__bank=sample.bank,
    )
    return rows.distinct().order_by("pk")


def draw_sample(
    bank: QuestionBank,
    judge: Judge,
    *,
    half_width: float,
    seed: str,
    by: User | None,
    now: datetime,
) -> GradeSample:
    """Draw a sample; one that nobody began to verify is replaced.

    Raise AlreadyVerified or NothingGraded, each with a sentence.
    """
    pairs = _pairs(bank, judge)
    if not pairs:
        raise NothingGraded(f"{judge} graded no active question of {bank}.")
    strata = {grade: len(own) for grade, own in sorted(pairs.items())}
    sizes = sizes_of(strata, half_width=half_width)
    drawn = draw(pairs, sizes, rng=Random(seed))  # noqa: S311 - no secret
    with transaction.atomic():
        _discard(bank, judge)
        sample = GradeSample.objects.create(
            bank=bank,
            judge=judge,
            seed=seed,
            half_width=half_width,
            strata={str(grade): number for grade, number in strata.items()},
            by=by,
            created_at=now,
        )
        _write(sample, drawn)
    return sample


def _write(sample: GradeSample, drawn: Mapping[int, Sequence[tuple[int, int]]]) -> None:
    SampledPair.objects.bulk_create(
        (
            SampledPair(
                sample=sample, question_id=question, passage_id=passage, grade=grade
            )
            for grade, own in drawn.items()
            for question, passage in own
        ),
        batch_size=BATCH,
    )


def _discard(bank: QuestionBank, judge: Judge) -> None:
    old = GradeSample.objects.filter(bank=bank, judge=judge).first()
    if old is None:
        return
    if verified_labels(old).exists():
        raise AlreadyVerified(
            f"Somebody verified grades of {judge} already. The sample stays."
        )
    old.delete()


def _pairs(bank: QuestionBank, judge: Judge) -> dict[int, list[tuple[int, int]]]:
    """Return the graded pairs of active questions and passages, by grade."""
    found: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for own in BankGrades(Basis(bank, judge)).topics.values():
        rows, columns = (own.grades != UNGRADED).nonzero()
        grades = own.grades[rows, columns].tolist()
        questions = own.questions[columns].tolist()
        passages = own.passages[rows].tolist()
        for grade, *pair in zip(grades, questions, passages, strict=True):
            found[grade].append((pair[0], pair[1]))
    return dict(found)
