"""The page of one response: one key for every question of its topic."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID, uuid4

from django.db.models import OuterRef, Subquery, UUIDField
from django.urls import reverse

from assess.judging.adjudication import registry as exhibits
from assess.judging.adjudication.exhibits import Exhibit, Matter, without_text
from assess.judging.models import Allocation
from assess.judging.serializers import grade_serializer
from assess.judging.work import desk as desks
from assess.judging.work.desk import Desk, Labelled, Page, labelling
from assess.judging.work.forms import grade_form
from assess.judging.work.items import own_labels
from assess.judging.work.last_labels import LastLabels, RecentPlace
from assess.judging.work.target import Target, Targets
from assess.judging.work.walk import NotInThisWork
from config.operations.statements import Given
from runs.models import Response, Track
from tests.example_kind.quizzes.items import SPOTS, QuizSheet, public_name, read_sheet
from tests.example_kind.quizzes.kind import GRADES, QUIZZES
from tests.example_kind.quizzes.models import QuizQuestion


def shown(page: Page) -> dict[str, Any]:
    """Return the questions with their grades, and a key for each plain form."""
    rows = [(*row, uuid4()) for row in page.sheet.rows(page.item)]
    return {"rows": rows, "grades": GRADES}


def facts() -> dict[str, Any]:
    """Return the columns read with the work: the numbers of question and response."""
    questions = QuizQuestion.objects.filter(
        uuid=Given("question", UUIDField()), topic=OuterRef("topic")
    )
    responses = Response.objects.visible().filter(
        uuid=Given("response", UUIDField()), topic=OuterRef("topic")
    )
    return {
        "question_pk": Subquery(questions.values("pk")),
        "response_pk": Subquery(responses.values("pk")),
    }


def labelled(target: Target, _said: Mapping[str, Any]) -> Labelled:
    """Return the item of a label; raise NotInThisWork for an item outside the work."""
    item = (target.facts["question_pk"], target.facts["response_pk"])
    if None in item:
        raise NotInThisWork
    return Labelled(item)


def recent(work: Allocation, sheet: QuizSheet) -> LastLabels:
    """Return the last labels, the latest first."""
    rows = own_labels(QUIZZES, work).select_related("question", "response")

    def place(label: Any) -> RecentPlace:  # noqa: ANN401 - a label of this kind
        response, question = label.response, label.question
        name = public_name(response.uuid, question.uuid)
        number = sheet.place(response)
        return RecentPlace(name, response.uuid, question.text, number)

    here = rows.filter(response__in=[each.pk for each in sheet.responses])
    return LastLabels(here, QUIZZES, work, place)


DESK = desks.register(
    Desk(
        kind=QUIZZES,
        name="quizzes",
        item="response",
        template="quizzes/page",
        read_sheet=read_sheet,
        shown=shown,
        form=grade_form(QUIZZES, "question", anchor="question-"),
        serializer=grade_serializer("question", "response"),
        label=labelling(
            Targets(QUIZZES, facts, "question", "response"),
            labelled,
            lambda said: public_name(said["response"], said["question"]),
        ),
        recent=recent,
        spots=SPOTS,
        has_marks=False,
    )
)


def disputed(matter: Matter) -> dict[str, Any]:
    """Return the question and the response of a disputed grade."""
    return {
        "question": QuizQuestion.objects.get(pk=matter.parts["question"]),
        "response": Response.objects.get(pk=matter.parts["response"]),
    }


def behind(track: Track, parts: tuple[UUID, ...]) -> str:
    """Return the organizers' page of the response."""
    return reverse("runs:response", args=[track.uuid, parts[1]])


EXHIBIT = exhibits.register(
    Exhibit(
        kind=QUIZZES,
        about="question__text",
        template="quizzes/_disputed",
        shown=disputed,
        text=without_text,
        behind=behind,
        turn=111,
        has_marks=False,
    )
)
