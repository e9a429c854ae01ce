"""Decisions about turns, as the browser's outbox sends them."""

from __future__ import annotations

from typing import cast
from uuid import UUID

from django.utils import timezone
from rest_framework import status
from rest_framework.decorators import api_view
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response as Answer

from accounts.models import User
from assess.judging.turns.actions import CHANGED, StaleMarks, mark_turn
from assess.judging.turns.marks import marks_on
from assess.judging.turns.serializers import MarksSerializer
from runs.views.lookup import organized_track


# /api/tracks/<track>/turns/<topic>/
@api_view(["POST"])
def turn(request: Request, track: UUID, topic: UUID) -> Answer:
    """Decide about one turn; return 200 with its version, 409 with the decision now."""
    found = organized_track(request, track)
    row = found.topics.filter(conversation__isnull=False, uuid=topic).first()
    if row is None:
        raise NotFound("The track has no such turn.")
    sent = MarksSerializer(data=request.data)
    sent.is_valid(raise_exception=True)
    act = sent.act_by(cast(User, request.user), now=timezone.now())
    try:
        kept = mark_turn(row, sent.marks(), act=act)
    except StaleMarks:
        now = marks_on(row)
        answer = {"version": now.number, "detail": CHANGED} | now._asdict()
        return Answer(answer, status.HTTP_409_CONFLICT)
    return Answer({"version": kept.number, "saved_at": kept.at.isoformat()})
