"""The judging writes of assignment, as the browser's outbox sends them."""

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
from assess.actions.labels import ReusedKey, StaleLabel
from assess.models import Allocation
from nuggets.assignment.actions import NotInThisWork, label_assignment
from nuggets.assignment.kind import ASSIGNMENT
from nuggets.assignment.serializers import AssignmentSerializer


# /api/work/<allocation>/assignment/
@api_view(["POST"])
def assignment(request: Request, allocation: UUID) -> Answer:
    """Give one label: 200 as it is kept, 409 as somebody else left it."""
    work = _work(cast(User, request.user), allocation)
    sent = AssignmentSerializer(data=request.data)
    sent.is_valid(raise_exception=True)
    item = {name: sent.validated_data[name] for name in ("response", "nugget", "value")}
    try:
        kept = label_assignment(work, **item, act=sent.act(), now=timezone.now())
    except NotInThisWork as error:
        raise NotFound("The work holds no such nugget or response any more.") from error
    except ReusedKey as error:
        raise ValidationError({"key": "The key was another label's."}) from error
    except StaleLabel as error:
        label = error.label
        now = {"version": label.version, "value": label.value} if label else {}
        return Answer({"version": 0, "value": ""} | now, status.HTTP_409_CONFLICT)
    return Answer(
        {"version": kept.version, "value": kept.value, "saved_at": kept.at.isoformat()}
    )


def _work(user: User, allocation: UUID) -> Allocation:
    work = (
        Allocation.objects.held_by(user)
        .filter(kind=ASSIGNMENT.name, uuid=allocation)
        .select_related("track", "topic", "assessor")
        .first()
    )
    if work is None:
        raise NotFound("This work is not yours: it may have been taken back.")
    return work
