"""Lists for oversight: questions and passages to check, with relevance."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from statistics import median
from typing import Any, NamedTuple
from uuid import UUID

import numpy as np
from django.db.models import QuerySet, Sum

from assess.judging.models import Change, Judge
from exams.grading.kind import EXAM
from exams.kernel.grades import UNGRADED, Labels
from exams.kernel.questions import QuestionFigures, figures_of
from exams.kernel.relevance import misled, uncovered
from exams.models import ExamLabel, ExamPassage, Question
from exams.scores.grades import BankGrades, Ints
from exams.scores.human import bank_labels, human_grades
from runs.models import Topic

FEW = 200  # rows of a list on a page
AROUND = 120  # characters of a passage before and after an answer


class QuestionLine(NamedTuple):
    """A question with its figures.

    seconds: the median active time of people's grades by it, None if none was timed.
    """

    question: Question
    figures: QuestionFigures
    seconds: float | None


class PassageLine(NamedTuple):
    """A passage with its label and its human grade."""

    passage: ExamPassage
    topic: Topic
    label: int
    human: int


def covered_from(low: int) -> int:
    """Return the human grade from which a passage should be covered."""
    return max(low, 2)


class Oversight(NamedTuple):
    """The lists, the most telling first, with their full lengths.

    suspects: questions answered by passages that people graded low. uncovered: passages
    graded high without a label from tau on. misled: low ones with one. ungraded: pairs
    of a question and a passage, and passages without any grade.
    """

    questions: list[QuestionLine]
    suspects: list[QuestionLine]
    uncovered: list[PassageLine]
    uncovered_number: int
    misled_number: int
    ungraded: int
    ungraded_passages: int

    @property
    def timed(self) -> bool:
        """Return whether the time of any grade is known."""
        return any(line.seconds is not None for line in self.questions)


def oversight(
    bank: BankGrades,
    judge: Judge,
    *,
    tau: int,
    low: int,
    few: int | None = FEW,
) -> Oversight:
    """Return the lists at a threshold.

    low: a human grade below it is not relevant. few: how many uncovered passages, None
    for all.
    """
    human, labels = human_grades(bank, judge, lowest=True).rows, bank_labels(bank)
    figures: dict[int, QuestionFigures] = {}
    missed: list[tuple[int, int, int, int]] = []
    number = 0
    for topic, own in bank.topics.items():
        found = figures_of(own.grades, human[topic], tau=tau, h=low)
        figures |= dict(zip(own.questions.tolist(), found, strict=True))
        number += int(misled(labels[topic], human[topic], tau=tau, h=low).sum())
        for place in np.flatnonzero(
            uncovered(labels[topic], human[topic], tau=tau, h=covered_from(low))
        ).tolist():
            row = (int(labels[topic][place]), int(human[topic][place]))
            missed.append((topic, int(own.passages[place]), *row))
    lines, every = _question_lines(bank, figures), bank.topics.values()
    suspects = sorted(lines, key=lambda line: -line.figures.suspect)
    return Oversight(
        questions=lines,
        suspects=[line for line in suspects if line.figures.suspect],
        uncovered=_passage_lines(missed, few),
        uncovered_number=len(missed),
        misled_number=number,
        ungraded=sum(int((own.grades == UNGRADED).sum()) for own in every),
        ungraded_passages=sum(
            int((own.grades == UNGRADED).all(axis=1).sum()) for own in every
        ),
    )


def _question_lines(
    bank: BankGrades, figures: Mapping[int, QuestionFigures]
) -> list[QuestionLine]:
    rows = Question.objects.select_related("topic", "facet").in_bulk(list(figures))
    seconds = _seconds(bank, rows)
    return [QuestionLine(rows[pk], own, seconds.get(pk)) for pk, own in figures.items()]


def _seconds(bank: BankGrades, questions: Collection[int]) -> dict[int, float]:
    """Return the median active time of people's grades by each question."""
    people = Judge.objects.filter(track=bank.basis.bank.track, kind=Judge.PERSON)
    changes: QuerySet[Any, Any] = Change.objects.filter(
        kind=EXAM.name, judge__in=people, active_ms__isnull=False
    )
    counted = changes.order_by().values_list("label_id").annotate(ms=Sum("active_ms"))
    active = dict(counted)
    if not active:
        return {}
    labels: QuerySet[Any, Any] = ExamLabel.objects.given().filter(judge__in=people)
    found: dict[int, list[float]] = defaultdict(list)
    for pk, question in labels.order_by().values_list("pk", "question"):
        if pk in active and question in questions:
            found[question].append(active[pk] / 1000)
    return {question: median(own) for question, own in found.items()}


def _passage_lines(
    found: list[tuple[int, int, int, int]], few: int | None
) -> list[PassageLine]:
    """Return the first lines, those with the highest human grades before others."""
    first = sorted(found, key=lambda row: (-row[3], row[2]))[:few]
    rows = ExamPassage.objects.select_related("segment", "topic").in_bulk(
        [pk for _, pk, _, _ in first]
    )
    return [
        PassageLine(rows[pk], rows[pk].topic, label, human)
        for _, pk, label, human in first
    ]


class Answer(NamedTuple):
    """A passage with its grade of one question.

    answer: the one that the judge extracted, "" for none. before, span, after: the
    passage's words around the answer, if it is verbatim.
    """

    passage: ExamPassage
    grade: int
    answer: str = ""
    before: str = ""
    span: str = ""
    after: str = ""


def answers_of(
    bank: BankGrades, question: Question, *, few: int | None = FEW
) -> list[Answer]:
    """Return the graded passages of a question's topic, the best first."""
    own = bank.topics.get(question.topic_id)
    if own is None or question.pk not in own.questions:
        return []
    column = own.grades[:, own.questions.tolist().index(question.pk)]
    order = np.argsort(-column, kind="stable")
    places = [place for place in order.tolist() if column[place] != UNGRADED][:few]
    return _answers(bank.basis.judge, question, own.passages[places], column[places])


def answer_on(bank: BankGrades, question: Question, passage: str) -> Answer | None:
    """Return one whole passage with its grade of a question, None if it has none.

    passage: its public id, or anything else for none.
    """
    own = bank.topics.get(question.topic_id)
    try:
        wanted = UUID(passage)
    except ValueError:
        return None
    if own is None or question.pk not in own.questions:
        return None
    row = ExamPassage.objects.filter(topic=question.topic_id, uuid=wanted)
    places = np.flatnonzero(np.isin(own.passages, [each.pk for each in row]))
    column = own.grades[places, own.questions.tolist().index(question.pk)]
    known = column != UNGRADED
    found = own.passages[places[known]]
    answers = _answers(bank.basis.judge, question, found, column[known], around=None)
    return next(iter(answers), None)


def _answers(
    judge: Judge,
    question: Question,
    passages: Ints,
    grades: Labels,
    *,
    around: int | None = AROUND,
) -> list[Answer]:
    numbers = passages.tolist()
    rows = ExamPassage.objects.select_related("segment", "response").in_bulk(numbers)
    told = _details(judge, question, numbers)
    return [
        _answer(rows[pk], int(grade), told.get(pk, {}), around)
        for pk, grade in zip(numbers, grades.tolist(), strict=True)
    ]


def _details(
    judge: Judge, question: Question, passages: list[int]
) -> dict[int, dict[str, Any]]:
    """Return the details of a judge's labels of a question, by passage."""
    labels: QuerySet[Any] = ExamLabel.objects.filter(
        judge=judge, question=question, passage__in=passages, round=0, repeat=0
    )
    return dict(labels.values_list("passage", "details"))


def _answer(
    passage: ExamPassage, grade: int, told: dict[str, Any], around: int | None
) -> Answer:
    answer, start, end = (told.get(name) for name in ("answer", "start", "end"))
    text = passage.words
    if not isinstance(start, int) or not isinstance(end, int):
        return Answer(passage, grade, str(answer or ""))
    if text[start:end] != answer:
        return Answer(passage, grade, str(answer or ""))
    before, after = text[:start], text[end:]
    if around is not None:
        before, after = before[-around:], after[:around]
    return Answer(passage, grade, str(answer), before, text[start:end], after)
