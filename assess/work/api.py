"""The answers to judging writes, as the browser's outbox reads them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast
from uuid import UUID

from rest_framework import status
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response as Answer

from accounts.models import User
from assess.actions.labels import NotOnTheScale, Outcome, ReusedKey, StaleLabel
from assess.kinds import Kind
from assess.models import Allocation, Label
from assess.work.actions import work_held_by
from assess.work.walk import NotInThisWork

Stands = Callable[[Label | None], dict[str, Any]]


def own_work(request: Request, allocation: UUID, kind: Kind) -> Allocation:
    """Return the asking person's allocation, or answer 404."""
    held = work_held_by(cast(User, request.user), kind)
    work = held.filter(uuid=allocation).first()
    if work is None:
        raise NotFound("This work is not yours: it may have been taken back.")
    return work


def as_it_stands(label: Label | None) -> dict[str, Any]:
    """Return what a person is told of a label that somebody else changed."""
    if label is None:
        return {"version": 0, "value": ""}
    return {"version": label.version, "value": label.value}


def answer_to(
    write: Callable[[], Outcome], *, gone: str, stands: Stands = as_it_stands
) -> Answer:
    """Write a label and answer: 200 as it is kept, 409 as somebody else left it.

    `gone` is said with a 404 where the work holds the item no more.
    """
    try:
        kept = write()
    except NotInThisWork as error:
        raise NotFound(gone) from error
    except NotOnTheScale as error:
        raise ValidationError({"value": "The scale has no such grade."}) from error
    except ReusedKey as error:
        raise ValidationError({"key": "The key was another label's."}) from error
    except StaleLabel as error:
        return Answer(stands(error.label), status.HTTP_409_CONFLICT)
    return Answer(
        {"version": kept.version, "value": kept.value, "saved_at": kept.at.isoformat()}
    )
