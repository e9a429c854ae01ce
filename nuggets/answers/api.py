"""The saves of gold answers, as the browser's outbox sends them."""

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
from assess.actions.slots import renew_lease
from nuggets.answers.actions import (
    AnswerShut,
    NotAPart,
    StaleAnswer,
    answer_of,
    save_answer,
)
from nuggets.answers.serializers import AnswerSerializer
from nuggets.answers.work import NotYours, work_held
from nuggets.models import GoldAnswer

SHUT = "The answer is finished. Open it again to change it."
NOT_YOURS = "This work is not yours: it may have been taken back."


# /api/work/<allocation>/answers/
@api_view(["POST"])
def answer(request: Request, allocation: UUID) -> Answer:
    """Keep a whole answer: 200 with its version, 409 with the answer as it stands."""
    try:
        work, bank = work_held(cast(User, request.user), allocation)
    except NotYours as error:
        raise NotFound(NOT_YOURS) from error
    sent = AnswerSerializer(data=request.data)
    sent.is_valid(raise_exception=True)
    try:
        kept = save_answer(work, bank, sent.said(), act=sent.act(), now=timezone.now())
    except NotAPart as error:
        raise ValidationError({"covered": "The bank has no such nugget."}) from error
    except StaleAnswer as error:
        return Answer(_stands(error.answer), status.HTTP_409_CONFLICT)
    except AnswerShut:
        stands = _stands(answer_of(work, bank)) | {"detail": SHUT}
        return Answer(stands, status.HTTP_409_CONFLICT)
    renew_lease(work, now=kept.at)
    return Answer({"version": kept.version, "saved_at": kept.at.isoformat()})


def _stands(answer: GoldAnswer | None) -> dict[str, Any]:
    if answer is None:
        return {"version": 0, "text": "", "covered": [], "used": []}
    return {"version": answer.version, **answer.said()}
