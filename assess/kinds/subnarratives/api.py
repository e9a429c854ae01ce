"""The steps of a review, as the browser's outbox sends them."""

from __future__ import annotations

from uuid import UUID

from django.utils import timezone
from rest_framework import status
from rest_framework.decorators import api_view
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response as Answer

from assess.judging.work.api import own_work
from assess.kinds.subnarratives.actions import ReviewFinished, take_step
from assess.kinds.subnarratives.forms import TWIN
from assess.kinds.subnarratives.items import KIND, looked_at, read_review
from assess.kinds.subnarratives.serializers import StepSerializer
from runs.actions.review import ListChanged
from runs.kernel.history import REDO, UNDO
from runs.kernel.limits import TooMany
from runs.kernel.subnarratives import NotListed, TwinWording

CHANGED = "The list was changed since you opened it, in another window."
EMPTY = "the list is empty"
SHUT = "The review is finished. Reopen it to continue."


# /api/work/<allocation>/subnarratives/
@api_view(["GET", "POST"])
def subnarratives(request: Request, allocation: UUID) -> Answer:
    """Return the list, or do one step: 200 with the new list, 409 with others' list."""
    work = own_work(request, allocation, KIND)
    if request.method == "GET":
        return Answer(read_review(work).state())
    sent = StepSerializer(data=request.data)
    sent.is_valid(raise_exception=True)
    on = str(sent.validated_data.get("on") or "")
    act = sent.act_by(work.assessor, now=timezone.now())
    try:
        kept = take_step(work, sent.command(), act=act)
    except NotListed as error:
        raise NotFound("That sub-narrative is no longer on the list.") from error
    except TwinWording as error:
        raise ValidationError({"text": TWIN}) from error
    except TooMany as error:
        raise ValidationError({"list": str(error)}) from error
    except (ListChanged, ReviewFinished) as error:
        review = read_review(own_work(request, allocation, KIND))
        why = SHUT if isinstance(error, ReviewFinished) else CHANGED
        told = {"detail": why, "stands": review.how_it_stands(on)}
        return Answer(review.state() | told, status.HTTP_409_CONFLICT)
    more = {"at": looked_at(kept, on), "saved_at": kept.at.isoformat()}
    review = read_review(work)
    if kept.action in (UNDO, REDO):
        found = [part.text for part in review.parts if part.uuid == more["at"]]
        more |= {"on": more["at"], "turned": found[0] if found else EMPTY}
    return Answer(review.state() | more)
