"""Comments, flags and skips, as the browser's outbox sends them."""

from __future__ import annotations

from uuid import UUID

from django.utils import timezone
from rest_framework.decorators import api_view
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response as Answer

from assess.judging.threads.actions import SKIPS, say
from assess.judging.threads.serializers import SaySerializer
from assess.judging.threads.spots import all_spots, spots_of
from assess.judging.work.api import own_work
from assess.judging.work.walk import NotInThisWork


# /api/work/<allocation>/threads/
@api_view(["POST"])
def threads(request: Request, allocation: UUID) -> Answer:
    """Store a remark about one item of the requesting person's work."""
    held = own_work(request, allocation, *(spots.work for spots in all_spots()))
    sent = SaySerializer(data=request.data)
    sent.is_valid(raise_exception=True)
    try:
        spots = spots_of(held.work)
        spot = spots.find(held, sent.validated_data["item"])
        if sent.words().kind in SKIPS and not spots.can_skip:
            raise ValidationError({"kind": "Nothing is skipped in this work."})
        said = say(held, spot, sent.words(), author=held.assessor, now=timezone.now())
    except NotInThisWork as error:
        raise NotFound("The work no longer contains this item.") from error
    return Answer({"remark": str(said.uuid), "saved_at": said.at.isoformat()})
