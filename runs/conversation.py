"""The conversation of a turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from runs.models import PtkbStatement, Topic


class Talk(NamedTuple):
    """The turns before a turn, and the person's statements."""

    title: str
    before: Sequence[Topic]
    statements: Sequence[PtkbStatement]


def talk_of(topic: Topic) -> Talk | None:
    """Return a topic's conversation, None if it is no turn."""
    talk = topic.conversation
    if talk is None:
        return None
    before = talk.turns.filter(position__lt=topic.position)
    return Talk(talk.title, list(before), list(talk.statements.order_by("pk")))
