"""What people's verification of a sample says of a machine's grades."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from random import Random
from typing import Any, NamedTuple

from django.db.models import QuerySet

from assess.judging.models import Judge
from exams.kernel.samples import Verified, verified
from exams.models import ExamLabel, ExamPassage, GradeSample, Question
from exams.verification.actions import verified_labels
from runs.models import Topic

FEW = 100  # corrected grades on a page
PLAIN = ("digit", "batch", "words", "model", "")  # replies that need no interpretation


class Stratum(NamedTuple):
    """A grade: how many pairs have it, were drawn, were verified, and were right."""

    grade: int
    pairs: int
    drawn: int
    verified: int
    right: int


class QuestionError(NamedTuple):
    """A question: verified pairs, corrected ones, and the mean distance of grades."""

    question: Question
    verified: int
    corrected: int
    distance: float


class Correction(NamedTuple):
    """A grade that a person corrected; misread: the reply was no bare grade."""

    question: Question
    passage: ExamPassage
    shown: int
    given: int
    reply: str
    misread: bool


class Results(NamedTuple):
    """The results of a sample."""

    strata: list[Stratum]
    estimates: Verified
    questions: list[QuestionError]
    corrections: list[Correction]
    corrected: int
    topics: list[tuple[Topic, int]]


Pair = tuple[int, int]


def results_of(sample: GradeSample) -> Results:
    """Return what was verified so far; of a pair, the grade that was given first."""
    grades = {
        (question, passage): grade
        for question, passage, grade in sample.pairs.values_list(
            "question", "passage", "grade"
        )
    }
    given: dict[Pair, tuple[int, int]] = {}
    columns = ("question", "passage", "details", "value")
    for question, passage, details, value in verified_labels(sample).values_list(
        *columns
    ):
        shown = str(details.get("shown", ""))
        if (question, passage) in grades and shown.isdigit():
            given.setdefault((question, passage), (int(shown), int(value)))
    frame = {int(grade): number for grade, number in sample.strata.items()}
    # The seed makes the bootstrap's intervals the same at every look.
    rng = Random(sample.seed)  # noqa: S311 - no secret
    pairs = [(grades[pair], theirs) for pair, (_, theirs) in given.items()]
    wrong = {pair: both for pair, both in given.items() if both[0] != both[1]}
    return Results(
        _strata(frame, grades, given),
        verified(frame, pairs, rng=rng),
        _errors(given),
        _corrections(sample, wrong),
        len(wrong),
        _topics(sample),
    )


def _strata(
    frame: Mapping[int, int],
    grades: Mapping[Pair, int],
    given: Mapping[Pair, tuple[int, int]],
) -> list[Stratum]:
    found = []
    for grade, number in sorted(frame.items()):
        own = [pair for pair, its in grades.items() if its == grade]
        done = [given[pair] for pair in own if pair in given]
        right = sum(ours == theirs for ours, theirs in done)
        found.append(Stratum(grade, number, len(own), len(done), right))
    return found


def _errors(given: Mapping[Pair, tuple[int, int]]) -> list[QuestionError]:
    by_question: dict[int, list[int]] = defaultdict(list)
    for (question, _), (ours, theirs) in given.items():
        by_question[question].append(abs(ours - theirs))
    rows = Question.objects.select_related("topic").in_bulk(list(by_question))
    found = [
        QuestionError(
            rows[question],
            len(own),
            sum(each > 0 for each in own),
            sum(own) / len(own),
        )
        for question, own in by_question.items()
    ]
    return sorted(found, key=lambda each: (-each.distance, each.question.pk))[:FEW]


def _corrections(
    sample: GradeSample, wrong: Mapping[Pair, tuple[int, int]]
) -> list[Correction]:
    first = sorted(wrong, key=lambda pair: -abs(wrong[pair][0] - wrong[pair][1]))[:FEW]
    questions = Question.objects.select_related("topic").in_bulk([q for q, _ in first])
    passages = ExamPassage.objects.select_related("segment").in_bulk(
        [p for _, p in first]
    )
    told = _details(sample.judge, questions, passages)
    found = []
    for pair in first:
        details = told.get(pair, {})
        found.append(
            Correction(
                questions[pair[0]],
                passages[pair[1]],
                *wrong[pair],
                str(details.get("reply", "")),
                str(details.get("read", "")) not in PLAIN,
            )
        )
    return found


def _details(
    judge: Judge, questions: Collection[int], passages: Collection[int]
) -> dict[Pair, dict[str, Any]]:
    """Return the details of a judge's own labels by pair."""
    own: QuerySet[Any] = ExamLabel.objects.all()
    rows = own.filter(judge=judge, round=0, repeat=0, question__in=questions)
    named = rows.filter(passage__in=passages)
    found = named.values_list("question", "passage", "details")
    return {(question, passage): details for question, passage, details in found}


def _topics(sample: GradeSample) -> list[tuple[Topic, int]]:
    counts: dict[int, int] = defaultdict(int)
    for topic in sample.pairs.values_list("question__topic", flat=True):
        counts[topic] += 1
    rows = Topic.objects.filter(pk__in=counts).order_by("position", "pk")
    return [(topic, counts[topic.pk]) for topic in rows]
