"""A disputed segment, as its adjudicator reads it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.urls import reverse

from assess.judging.adjudication.exhibits import Exhibit, Matter
from assess.judging.adjudication.registry import register
from assess.judging.kernel.layers import layers
from assess.kinds.relevance.kind import RELEVANCE
from assess.kinds.relevance.work import parts_of
from runs.conversation import talk_of
from runs.models import Segment, Track


def shown(matter: Matter) -> dict[str, Any]:
    """Return the segment with what the judges highlighted, and the topic's parts."""
    segment = Segment.objects.get(pk=matter.parts["segment"])
    sides = (said for side in matter.sides for said in (side, *side.members))
    spans = [span for said in sides for span in said.spans]
    return {
        "segment": segment,
        "layers": layers(segment.text, spans),
        "page": {"talk": talk_of(matter.work.topic)},
        "parts": parts_of(matter.work),
    }


def text(parts: Mapping[str, int]) -> str:
    """Return the segment's text."""
    return Segment.objects.values_list("text", flat=True).get(pk=parts["segment"])


def behind(track: Track, parts: tuple[UUID, ...]) -> str:
    """Return the organizers' page of the segment."""
    return reverse("runs:segment", args=[track.uuid, parts[1]])


EXHIBIT = register(
    Exhibit(
        kind=RELEVANCE,
        about="segment__title",
        template="assess/kinds/relevance/_disputed",
        shown=shown,
        text=text,
        behind=behind,
        turn=92,
        has_marks=False,
    )
)
