"""A disputed statement, as its adjudicator reads it."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from assess.judging.adjudication.exhibits import Exhibit, Matter, without_text
from assess.judging.adjudication.registry import register
from assess.kinds.ptkb.kind import PTKB
from assess.kinds.ptkb.work import talk_before
from runs.models import PtkbStatement, Track


def shown(matter: Matter) -> dict[str, Any]:
    """Return the statement, and the conversation up to the turn."""
    turn = matter.work.topic
    return {
        "statement": PtkbStatement.objects.get(pk=matter.parts["statement"]),
        "talk": turn.conversation,
        "before": talk_before(turn),
        "turn": turn,
    }


def behind(_track: Track, _parts: tuple[UUID, ...]) -> str:
    """Return nothing: a statement has no page of its own."""
    return ""


EXHIBIT = register(
    Exhibit(
        kind=PTKB,
        about="statement__text",
        template="assess/kinds/ptkb/_disputed",
        shown=shown,
        text=without_text,
        behind=behind,
        turn=91,
    )
)
