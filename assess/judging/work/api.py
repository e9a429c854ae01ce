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
from assess.judging.allocations.former_work import why_not_yours
from assess.judging.labels.writer import NotOnTheScale, StaleLabel
from assess.judging.models import Allocation
from assess.judging.work.desk import Desk
from assess.judging.work.target import Claim, NotHeld, find_work
from assess.judging.work.walk import BadDetail, NotInThisWork


def own_work(request: Request, allocation: UUID, *works: str) -> Allocation:
    """Return the requesting person's allocation of some kinds, or 404 with a reason."""
    claim = _claim(request, allocation)
    try:
        return find_work(claim, *works)
    except NotHeld as error:
        raise NotFound(why_not_yours(*claim)) from error


def _claim(request: Request, allocation: UUID) -> Claim:
    return Claim(cast(User, request.user), allocation)


# /api/work/<allocation>/<kind>/
@api_view(["POST"])
def label(request: Request, allocation: UUID, *, desk: Desk) -> Answer:
    """Write a label; return 200 with the stored label, or 409 with somebody else's."""
    claim = _claim(request, allocation)
    sent = desk.serializer(data=request.data)
    if not sent.is_valid():
        own_work(request, allocation, desk.work)
        raise ValidationError(sent.errors)
    said, act, now = sent.validated_data, sent.act(), timezone.now()
    try:
        kept = desk.label(claim, said, act=act, now=now)
    except NotHeld as error:
        raise NotFound(why_not_yours(*claim)) from error
    except NotInThisWork as error:
        raise NotFound("The work no longer contains this item.") from error
    except NotOnTheScale as error:
        raise ValidationError({"value": "The scale has no such grade."}) from error
    except BadDetail as error:
        raise ValidationError({error.field: str(error)}) from error
    except StaleLabel as error:
        work = own_work(request, allocation, desk.work)
        return Answer(desk.told(work, error.label), status.HTTP_409_CONFLICT)
    now_is = {"version": kept.version, "value": kept.value}
    return Answer(now_is | {"saved_at": kept.at.isoformat()} | kept.told)
