"""The page of one passage: one key for every question of its topic."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple
from uuid import UUID, uuid4

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery, UUIDField
from django.http import QueryDict

from assess.judging.adjudication import registry as exhibits
from assess.judging.adjudication.exhibits import Exhibit, Matter, without_text
from assess.judging.kernel.highlights import written
from assess.judging.kernel.sentences import sentences
from assess.judging.labels.reader import labels_of
from assess.judging.models import Allocation, Label
from assess.judging.models.subjects import bare
from assess.judging.serializers import grade_serializer, highlights_field
from assess.judging.work import desk as desks
from assess.judging.work.desk import Desk, Labelled, Page, as_it_stands, labelling
from assess.judging.work.forms import GradeForm, HighlightsField
from assess.judging.work.items import own_labels
from assess.judging.work.last_labels import (
    LastLabels,
    RecentPlace,
    differs_from_shown,
)
from assess.judging.work.target import Target, Targets
from assess.judging.work.walk import Given as GivenGrade
from assess.judging.work.walk import NotInThisWork
from config.operations.statements import Given
from exams.banks.subjects import outer_version
from exams.grading.items import (
    SPOTS,
    GradingPage,
    GradingSheet,
    graded_passages,
    public_name,
    read_sheet,
    sampled_pairs,
    source_page,
)
from exams.grading.kind import EXAM, GRADES
from exams.models import ExamLabel, ExamPassage, Question, QuestionVersion
from exams.passages.answers import Marked, answer_in, details_of
from runs.models import Track


def shown(page: Page) -> dict[str, Any]:
    """Return the questions with their grades, and the passage's sentences."""
    passage = page.item.passage
    machine = machine_grades(page.work, passage.pk)
    rows = [
        GradeRow(
            question,
            given,
            uuid4(),
            machine.get(question.pk),
            Marked(passage.words, page.sheet.answer(question, passage)),
        )
        for question, given in page.sheet.rows(page.item)
    ]
    said = {"grades": GRADES, "sentences": written(sentences(passage.words))}
    return {"rows": rows} | said | _places(page.sheet, page.item)


def _places(sheet: GradingSheet, page: GradingPage) -> dict[str, Any]:
    """Return a passage, its number and the only question's, and both in words."""
    number = sheet.passages.index(page.passage) + 1
    asked = sheet.questions.index(page.questions[0]) + 1 if page.by_question else None
    where = f"passage {number} of {len(sheet.passages)}"
    if asked:
        where = f"question {asked} of {len(sheet.questions)}, {where}"
    return {"text": page.passage, "number": number, "asked": asked, "where": where}


class MachineGrade(NamedTuple):
    """The grade that is shown to be verified, and what it was read from.

    answer: the extracted answer, if the reply is one.
    """

    value: str
    reply: str
    answer: str = ""


class GradeRow(NamedTuple):
    """A question of a page: its grade, a key for its plain form, the marked answer."""

    question: Question
    given: GivenGrade
    key: UUID
    machine: MachineGrade | None
    marked: Marked


def machine_grades(work: Allocation, passage: int) -> dict[int, MachineGrade]:
    """Return the grades shown to a verifier, by question; none from scratch."""
    if work.shown is None or not work.round:
        return {}
    where = Q(passage=passage)
    given: QuerySet[Any] = ExamLabel.objects.filter(where, judge=work.shown)
    kept = dict(given.values_list("question", "details"))
    found = labels_of(work.shown, EXAM, where=where)
    return {
        question: MachineGrade(
            value,
            *(str(kept.get(question, {}).get(key, "")) for key in ("reply", "answer")),
        )
        for (question, _), value in found.items()
    }


def shown_with(work: Allocation, item: tuple[int, ...]) -> dict[str, Any]:
    """Return a label's details about the protocol: the shown grade and its judge."""
    if work.shown is None or not work.round:
        return {}
    found = machine_grades(work, item[1]).get(item[0])
    return {"shown": found.value if found else "", "by": str(work.shown.uuid)}


def facts() -> dict[str, Any]:
    """Return the columns read with the work.

    They are the numbers of question and passage, and whether the person wrote the bank.
    """
    version = outer_version("bare_subject")
    questions = Question.objects.filter(
        uuid=Given("question", UUIDField()),
        listings__version=Subquery(version),
        listings__withdrawn=False,
    )
    passages = graded_passages().filter(
        uuid=Given("passage", UUIDField()), topic=OuterRef("topic")
    )
    versions = QuestionVersion.objects.filter(editor=OuterRef("assessor"))
    banks = versions.alias(bare_bank=bare("bank__uuid"))
    wrote = banks.filter(bare_bank=OuterRef("bare_subject"))
    return {
        "bare_subject": bare("subject"),
        "wrote_bank": Exists(wrote),
        "question_pk": Subquery(questions.values("pk")[:1]),
        "passage_pk": Subquery(passages.values("pk")),
    }


def labelled(target: Target, said: Mapping[str, Any]) -> Labelled:
    """Return the item of a label with the marked answer.

    Raise NotInThisWork for an item outside the work, BadDetail for other words.
    """
    item = (target.facts["question_pk"], target.facts["passage_pk"])
    if None in item:
        raise NotInThisWork
    sampled = sampled_pairs(target.work)
    if sampled is not None and item not in sampled:
        raise NotInThisWork
    author = {"author": True} if target.facts["wrote_bank"] else {}
    details = shown_with(target.work, item) | author | details_of(item[1], said)
    return Labelled(item, details)


def named(said: Mapping[str, Any]) -> str:
    """Return the public name of a request's item within its work."""
    return public_name(said["passage"], said["question"])


def recent(work: Allocation, sheet: GradingSheet) -> LastLabels:
    """Return the last labels on items still in the work, the latest first."""
    pages = {
        (question.pk, page.passage.pk): (page.uuid, place)
        for place, page in enumerate(sheet.items, start=1)
        for question in page.questions
    }
    rows = own_labels(EXAM, work).select_related("question", "passage")

    def place(label: Any) -> RecentPlace:  # noqa: ANN401 - a label of this kind
        passage, question = label.passage, label.question
        name = public_name(passage.uuid, question.uuid)
        page, number = pages.get((question.pk, passage.pk), (passage.uuid, 1))
        return RecentPlace(name, page, str(question), number)

    here = rows.filter(
        passage__in=[each.pk for each in sheet.passages],
        question__in=[each.pk for each in sheet.questions],
    )
    overrides = differs_from_shown if work.shown else None
    return LastLabels(here, EXAM, work, place, answer_in, overrides)


class AnswerForm(GradeForm):
    """A grade with the marked answer, which the page sends back."""

    answer = HighlightsField(required=False)


def form(_work: Allocation, data: QueryDict) -> AnswerForm:
    """Return the plain form of one grade, with the marked answer."""
    return AnswerForm(data, grades=GRADES, parts=("question",), anchor="question-")


def stands(label: Label | None) -> dict[str, Any]:
    """Return the current state of a label that somebody else changed."""
    return as_it_stands(label) | answer_in(label.details if label else {})


DESK = desks.register(
    Desk(
        kind=EXAM,
        namespace="exams",
        name="exam",
        item="passage",
        template="exams/grading/page",
        read_sheet=read_sheet,
        shown=shown,
        form=form,
        serializer=grade_serializer(
            "passage", "question", answer=highlights_field(most=1)
        ),
        label=labelling(Targets(EXAM, facts, "question", "passage"), labelled, named),
        recent=recent,
        practice=Path(__file__).with_name("practice.toml"),
        spots=SPOTS,
        has_marks=False,
        stands=stands,
    )
)


def disputed(matter: Matter) -> dict[str, Any]:
    """Return the question and the passage of a disputed grade."""
    passages = ExamPassage.objects.select_related("segment")
    return {
        "question": Question.objects.get(pk=matter.parts["question"]),
        "passage": passages.get(pk=matter.parts["passage"]),
    }


def behind(track: Track, parts: tuple[UUID, ...]) -> str:
    """Return the organizers' page of what the passage is a passage of."""
    related = ExamPassage.objects.select_related("segment", "response")
    return source_page(track, related.get(uuid=parts[1]))


EXHIBIT = exhibits.register(
    Exhibit(
        kind=EXAM,
        about="question__text",
        template="exams/grading/_disputed",
        shown=disputed,
        text=without_text,
        behind=behind,
        turn=94,
        has_marks=False,
    )
)
