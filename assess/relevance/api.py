"""The judging writes of relevance, as the browser's outbox sends them."""

from __future__ import annotations

from typing import Any, cast
from uuid import UUID

from django.utils import timezone
from rest_framework import status
from rest_framework.decorators import api_view
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response as Answer

from accounts.models import User
from assess.actions.labels import NotOnTheScale, ReusedKey, StaleLabel
from assess.models import Allocation, Label
from assess.relevance.kind import RELEVANCE
from assess.relevance.serializers import RelevanceSerializer
from assess.relevance.work import NotAPart, NotInThisWork, label_relevance, said_in


# /api/work/<allocation>/relevance/
@api_view(["POST"])
def relevance(request: Request, allocation: UUID) -> Answer:
    """Give one grade: 200 as it is kept, 409 as somebody else left it."""
    work = _work(cast(User, request.user), allocation)
    sent = RelevanceSerializer(data=request.data)
    sent.is_valid(raise_exception=True)
    item = {name: sent.validated_data[name] for name in ("segment", "value")}
    try:
        kept = label_relevance(
            work, **item, said=sent.said(), act=sent.act(), now=timezone.now()
        )
    except NotInThisWork as error:
        raise NotFound("The work holds no such segment any more.") from error
    except NotAPart as error:
        raise ValidationError({"ticks": "No such sub-narrative."}) from error
    except NotOnTheScale as error:
        raise ValidationError({"value": "The scale has no such grade."}) from error
    except ReusedKey as error:
        raise ValidationError({"key": "The key was another label's."}) from error
    except StaleLabel as error:
        return Answer(_as_it_stands(error.label), status.HTTP_409_CONFLICT)
    return Answer(
        {"version": kept.version, "value": kept.value, "saved_at": kept.at.isoformat()}
    )


def _as_it_stands(label: Label | None) -> dict[str, Any]:
    if label is None:
        return {"version": 0, "value": "", "ticks": (), "note": ""}
    now = {"version": label.version, "value": label.value}
    return now | said_in(label.details)


def _work(user: User, allocation: UUID) -> Allocation:
    work = (
        Allocation.objects.held_by(user)
        .filter(kind=RELEVANCE.name, uuid=allocation)
        .select_related("track", "topic", "assessor")
        .first()
    )
    if work is None:
        raise NotFound("This work is not yours: it may have been taken back.")
    return work
