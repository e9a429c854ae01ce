"""The page of one response: its sentences, and one key for every nugget."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

from django.db.models import OuterRef, Subquery, UUIDField
from django.urls import reverse

from assess.judging.adjudication import registry as exhibits
from assess.judging.adjudication.exhibits import Exhibit, Matter, without_text
from assess.judging.models import Allocation
from assess.judging.models.subjects import bare
from assess.judging.serializers import grade_serializer
from assess.judging.work import desk as desks
from assess.judging.work.desk import Desk, Labelled, Page, labelling
from assess.judging.work.forms import grade_form
from assess.judging.work.last_labels import LastLabels, RecentPlace
from assess.judging.work.target import Target, Targets
from assess.judging.work.walk import NotInThisWork
from config.operations.statements import Given
from nuggets.assignment.items import (
    SPOTS,
    AssignmentSheet,
    current_version,
    labels_of,
    public_name,
    read_sheet,
)
from nuggets.assignment.kind import ASSIGNMENT, GRADES
from nuggets.models import BankVersion, Nugget
from runs.markdown import render_answer
from runs.models import Response, Track


def shown(page: Page) -> dict[str, Any]:
    """Return the response's sentences, its nuggets, and the scale from the best."""
    sentences = page.item.sentences.all()
    texts = [sentence.text for sentence in sentences]
    return {
        "sentences": sentences,
        "markdown": render_answer(texts, page.item.text),
        "rows": [(row, uuid4()) for row in page.sheet.rows(page.item)],
        "grades": tuple(reversed(ASSIGNMENT.scale(page.work.track))),
    }


def facts() -> dict[str, Any]:
    """Return the columns read with the work: the numbers of nugget and response."""
    version = current_version("bare_subject")
    nuggets = Nugget.objects.filter(
        uuid=Given("nugget", UUIDField()), listings__version=Subquery(version)
    )
    responses = Response.objects.visible().filter(
        uuid=Given("response", UUIDField()), topic=OuterRef("topic")
    )
    return {
        "bare_subject": bare("subject"),
        "nugget_pk": Subquery(nuggets.values("pk")),
        "response_pk": Subquery(responses.values("pk")),
    }


def named(said: Mapping[str, Any]) -> str:
    """Return the public name of a request's item within its work."""
    return public_name(said["response"], said["nugget"])


def labelled(target: Target, _said: Mapping[str, Any]) -> Labelled:
    """Return the nugget and the response; raise NotInThisWork for a foreign one."""
    item = (target.facts["nugget_pk"], target.facts["response_pk"])
    if None in item:
        raise NotInThisWork
    return Labelled(item)


def recent(work: Allocation, sheet: AssignmentSheet) -> LastLabels:
    """Return the last labels on items still in the work, the latest first."""
    nuggets = {nugget.pk: nugget for nugget in sheet.nuggets}
    numbered = enumerate(sheet.responses, start=1)
    responses = {response.pk: (number, response) for number, response in numbered}

    def place(label: Any) -> RecentPlace:  # noqa: ANN401 - a label of this kind
        nugget = nuggets[label.nugget_id]
        number, response = responses[label.response_id]
        name = public_name(response.uuid, nugget.uuid)
        return RecentPlace(name, response.uuid, nugget.text, number)

    here = labels_of(work, sheet.nuggets, sheet.responses)
    return LastLabels(here, ASSIGNMENT, work, place)


def end(work: Allocation) -> dict[str, Any]:
    """Return whether the list of nuggets is still being edited."""
    edited = BankVersion.objects.filter(
        bank__uuid=work.subject, topic=work.topic, state=BankVersion.OPEN
    )
    return {"being_edited": edited.exists()}


DESK = desks.register(
    Desk(
        kind=ASSIGNMENT,
        namespace="nuggets",
        name="assign",
        item="response",
        template="nuggets/assignment/page",
        read_sheet=read_sheet,
        shown=shown,
        form=grade_form(ASSIGNMENT, "nugget", anchor="nugget-"),
        serializer=grade_serializer("response", "nugget", grades=GRADES),
        label=labelling(
            Targets(ASSIGNMENT, facts, "nugget", "response"), labelled, named
        ),
        recent=recent,
        practice=Path(__file__).with_name("practice.toml"),
        spots=SPOTS,
        end=end,
    )
)


def disputed(matter: Matter) -> dict[str, Any]:
    """Return the nugget, and the response that may contain it."""
    response = Response.objects.get(pk=matter.parts["response"])
    sentences = response.sentences.all()
    texts = [sentence.text for sentence in sentences]
    return {
        "nugget": Nugget.objects.get(pk=matter.parts["nugget"]),
        "response": response,
        "sentences": sentences,
        "markdown": render_answer(texts, response.text),
    }


def behind(track: Track, parts: tuple[UUID, ...]) -> str:
    """Return the organizers' page of the response."""
    return reverse("runs:response", args=[track.uuid, parts[1]])


EXHIBIT = exhibits.register(
    Exhibit(
        kind=ASSIGNMENT,
        about="nugget__text",
        template="nuggets/assignment/_disputed",
        shown=disputed,
        text=without_text,
        behind=behind,
        turn=15,
    )
)
