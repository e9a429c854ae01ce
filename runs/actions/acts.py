"""What a person did to a list or a decision, as their browser sent it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from accounts.models import User


@dataclass(frozen=True)
class Act:
    """A person's action, as their browser sent it."""

    by: User
    key: UUID  # a repetition of it counts once
    seen: int  # the number of the last edit that the person saw
    now: datetime
    # The key of the same person's action that was still pending when this one was made:
    # they saw its result.
    after: UUID | None = None
    client_time: datetime | None = None
    active_ms: int | None = None
    body: UUID | None = None  # a digest of the request's content


def number_seen(edits: QuerySet[Any], act: Act) -> int | None:
    """Return the number of the last edit that an action's person saw.

    `edits` are the rows of one list, with key, person and number. None if the action
    that they relied on was refused: nobody saw its result.
    """
    if act.after is None:
        return act.seen
    return (
        edits.filter(key=act.after, by=act.by).values_list("number", flat=True).first()
    )
