"""The judging writes, as the browser's outbox sends them."""

from __future__ import annotations

from typing import cast
from uuid import UUID

from django.utils import timezone
from rest_framework import status
from rest_framework.decorators import api_view
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response as Answer

from accounts.models import User
from assess.judging.allocations.lost import why_not_yours
from assess.judging.labels.writer import NotOnTheScale, StaleLabel
from assess.judging.models import Allocation
from assess.judging.work.actions import work_held_by
from assess.judging.work.desk import Desk
from assess.judging.work.walk import BadDetail, NotInThisWork


def own_work(request: Request, allocation: UUID, *kinds: str) -> Allocation:
    """Return the asking person's allocation of some kinds, or answer 404 and why."""
    person = cast(User, request.user)
    work = work_held_by(person, allocation, *kinds)
    if work is None:
        raise NotFound(why_not_yours(person, allocation))
    return work


# /api/work/<allocation>/<kind>/
@api_view(["POST"])
def label(request: Request, allocation: UUID, *, desk: Desk) -> Answer:
    """Write a label and answer: 200 as it is kept, 409 as somebody else left it."""
    work = own_work(request, allocation, desk.work_kind)
    sent = desk.serializer(data=request.data)
    sent.is_valid(raise_exception=True)
    try:
        kept = desk.label(work, sent.validated_data, act=sent.act(), now=timezone.now())
    except NotInThisWork as error:
        raise NotFound("The work holds no such item any more.") from error
    except NotOnTheScale as error:
        raise ValidationError({"value": "The scale has no such grade."}) from error
    except BadDetail as error:
        raise ValidationError({error.field: str(error)}) from error
    except StaleLabel as error:
        return Answer(desk.told(work, error.label), status.HTTP_409_CONFLICT)
    return Answer(
        {"version": kept.version, "value": kept.value, "saved_at": kept.at.isoformat()}
    )
