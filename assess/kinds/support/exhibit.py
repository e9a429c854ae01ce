"""A disputed citation, as its adjudicator reads it."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.urls import reverse

from assess.judging.adjudication.exhibits import Exhibit, Matter, without_text
from assess.judging.adjudication.registry import register
from assess.kinds.support.kind import SUPPORT
from runs.models import Citation, Response, Track


def shown(matter: Matter) -> dict[str, Any]:
    """Return the sentence in its answer, and the passage that it cites."""
    cited = Citation.objects.select_related("sentence__response", "segment")
    citation = cited.get(pk=matter.parts["citation"])
    return {
        "citation": citation,
        "sentences": citation.sentence.response.sentences.all(),
    }


def behind(track: Track, parts: tuple[UUID, ...]) -> str:
    """Return the organizers' page of the response."""
    found = Response.objects.filter(sentences__citations__uuid=parts[0]).first()
    return reverse("runs:response", args=[track.uuid, found.uuid]) if found else ""


EXHIBIT = register(
    Exhibit(
        kind=SUPPORT,
        about="citation__sentence__text",
        template="assess/kinds/support/_disputed",
        shown=shown,
        text=without_text,
        behind=behind,
        turn=93,
    )
)
