"""A disputed assignment, as its adjudicator reads it."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.urls import reverse

from assess.judging.adjudication.exhibits import Exhibit, Matter, without_text
from assess.judging.adjudication.registry import register
from nuggets.assignment.kind import ASSIGNMENT
from nuggets.models import Nugget
from runs.markdown import render_answer
from runs.models import Response, Track


def shown(matter: Matter) -> dict[str, Any]:
    """Return the nugget, and the response that may hold it."""
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


EXHIBIT = register(
    Exhibit(
        kind=ASSIGNMENT,
        about="nugget__text",
        template="nuggets/assignment/_disputed",
        shown=shown,
        text=without_text,
        behind=behind,
        turn=15,
    )
)
