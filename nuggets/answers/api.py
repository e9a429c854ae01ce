"""The saves of gold answers, as the browser's outbox sends them."""

from __future__ import annotations

from uuid import UUID

from django.template.defaultfilters import pluralize
from django.utils import timezone
from rest_framework import status
from rest_framework.decorators import api_view
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response as Answer

from assess.judging.work.api import own_work
from assess.judging.work.desk import OVERTAKEN
from nuggets.answers.actions import (
    AnswerShut,
    NotAPart,
    StaleAnswer,
    answer_of,
    save_answer,
)
from nuggets.answers.items import ANSWERS
from nuggets.answers.serializers import AnswerSerializer
from nuggets.banks.subjects import BankGone, bank_under
from nuggets.models import GoldAnswer

SHUT = "The answer is finished. Open it again to change it."
NO_BANK = "The bank of this work is gone."


# /api/work/<allocation>/answers/
@api_view(["POST"])
def answer(request: Request, allocation: UUID) -> Answer:
    """Save a whole answer; return 200 with its version, 409 with the current answer."""
    work = own_work(request, allocation, ANSWERS)
    try:
        bank = bank_under(work)
    except BankGone as error:
        raise NotFound(NO_BANK) from error
    sent = AnswerSerializer(data=request.data)
    sent.is_valid(raise_exception=True)
    try:
        kept = save_answer(work, bank, sent.said(), act=sent.act(), now=timezone.now())
    except NotAPart as error:
        raise ValidationError({"covered": "The bank has no such nugget."}) from error
    except StaleAnswer as error:
        return _told(error.answer, OVERTAKEN)
    except AnswerShut:
        return _told(answer_of(work, bank), SHUT)
    return Answer({"version": kept.version, "saved_at": kept.at.isoformat()})


def _told(answer: GoldAnswer | None, why: str) -> Answer:
    """Return 409 with the reason and the current answer, also in words."""
    said = answer.said() if answer else {"text": "", "covered": [], "used": []}
    covered = len(said["covered"])
    nuggets = f"{covered} nugget{pluralize(covered)} covered"
    stands = f"It is now: “{said['text']}”, {nuggets}."
    told = {"version": answer.version if answer else 0, "detail": why, "stands": stands}
    return Answer(told | said, status.HTTP_409_CONFLICT)
