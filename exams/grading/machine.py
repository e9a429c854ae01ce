"""Exam grades by machine: the items, and their calls."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from django.db.models import Q, QuerySet

from assess.judging.machine.registry import (
    Machine,
    Plan,
    Question,
    Scope,
    Unit,
    labelled,
    register,
)
from assess.judging.machine.settings import settings_of
from assess.judging.models import Judge
from exams.banks.subjects import subjects_of
from exams.grading.calls import Graded, call_of
from exams.grading.items import graded_passages
from exams.grading.kind import EXAM
from exams.grading.settings import (
    EXTRACTION,
    RATE,
    RATING,
    SETTINGS,
    VERIFICATION,
    Way,
    refusal_of,
    way_of,
)
from exams.models import ExamPassage, QuestionListing, QuestionVersion
from exams.models import Question as ExamQuestion

LONGEST_CHOICES = 20


def judge_way(judge: Judge) -> Way:
    """Return a judge's way of grading; raise NotReady for one that is unknown."""
    return way_of(settings_of(judge, MACHINE))


def plan(scope: Scope) -> Plan:
    """Return units of active questions on each passage without a grade.

    One question each, or as many of one form as the judge takes. Where accepted answers
    are needed, questions without any are left out and counted.
    """
    way = judge_way(scope.judge)
    passages = graded_passages().filter(topic__track=scope.track)
    if scope.topics is not None:
        passages = passages.filter(topic__in=scope.topics)
    asked: dict[int, list[tuple[int, str]]] = defaultdict(list)
    without_key = 0
    listed = _listings(scope).exclude(question__text="").order_by("position", "pk")
    columns = ("version__topic", "question", "question__form", "key")
    for topic, question, form, key in listed.values_list(*columns):
        if way.mode != RATE and not key:
            without_key += 1
        else:
            asked[topic].append((question, form))
    done, units, items = labelled(scope, EXAM), list[Unit](), 0
    for topic, passage in passages.order_by("pk").values_list("topic", "pk"):
        items += len(asked[topic])
        missing = [own for own in asked[topic] if (own[0], passage) not in done]
        units += [
            Unit(topic, tuple((question, passage) for question in some))
            for some in _batches(missing, way.batch)
        ]
    facts = {"passages without a text": _textless(scope, asked)}
    if way.mode != RATE:
        facts["questions without an accepted answer"] = without_key
    return Plan(units, items, facts)


def _listings(scope: Scope) -> QuerySet[QuestionListing]:
    current = QuestionVersion.objects.current().filter(bank__uuid=scope.subject)
    if scope.topics is not None:
        current = current.filter(topic__in=scope.topics)
    return QuestionListing.objects.filter(version__in=current, withdrawn=False)


def _batches(missing: Sequence[tuple[int, str]], size: int) -> Iterator[list[int]]:
    """Yield questions of one form at a time, in their order."""
    for form in RATING:
        own = [question for question, its in missing if its == form]
        yield from (own[n : n + size] for n in range(0, len(own), size))


def _textless(scope: Scope, topics: dict[int, Any]) -> int:
    rows = ExamPassage.objects.filter(
        Q(text="") & (Q(segment=None) | Q(segment__text="")),
        topic__track=scope.track,
        topic__in=list(topics),
    )
    return rows.count()


def load(scope: Scope, units: Sequence[Unit]) -> Iterator[Question]:
    """Yield the first call of each unit.

    A question that was withdrawn since the plan keeps its last accepted answers.
    """
    way = judge_way(scope.judge)
    asked = {question for unit in units for question, _ in unit.items}
    questions = ExamQuestion.objects.in_bulk(list(asked))
    passages = ExamPassage.objects.select_related("segment").in_bulk(
        {unit.items[0][1] for unit in units}
    )
    keys: dict[int, Sequence[str]] = {}
    choices: dict[int, Sequence[str]] = {}
    if way.mode != RATE:
        rows = QuestionListing.objects.filter(
            version__bank__uuid=scope.subject, question__in=asked
        ).order_by("version__number")
        for question, key, details in rows.values_list("question", "key", "details"):
            if key:
                keys[question], choices[question] = key, _choices(details)
    for unit in units:
        graded = Graded(
            unit,
            [questions[question] for question, _ in unit.items],
            passages[unit.items[0][1]],
            keys,
            choices,
        )
        yield call_of(graded, way)


def _choices(details: dict[str, Any]) -> list[str]:
    """Return the choices that a question's file gave with it, if any."""
    said = details.get("said")
    own = said.get("info") if isinstance(said, dict) else None
    found = own.get("choices") if isinstance(own, dict) else None
    values = list(found.values()) if isinstance(found, dict) else found
    if not isinstance(values, list):
        return []
    return [each for each in values if isinstance(each, str)][:LONGEST_CHOICES]


MACHINE = register(
    Machine(
        kind=EXAM,
        prompts=(
            *(name for own in RATING.values() for name in own),
            EXTRACTION,
            VERIFICATION,
        ),
        plan=plan,
        load=load,
        nothing="The bank has no question that can be graded so, or its topics have no "
        "passage with a text: make the pool of passages first.",
        subjects=subjects_of,
        settings=SETTINGS,
        refusal=refusal_of,
        chooses=lambda judge: judge_way(judge).prompts,
        follow=frozenset((VERIFICATION,)),
    )
)
