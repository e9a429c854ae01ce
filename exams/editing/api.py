"""The edits of a person's draft of a bank, as the browser's outbox sends them."""

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
from assess.judging.serializers import ActSerializer
from exams.banks.views import bank_of
from exams.editing.actions import StaleDraft, TooManyEdits, take_step
from exams.editing.draft import draft_of
from exams.editing.forms import EditForm
from exams.editing.messages import in_words, selected_by
from exams.kernel.edits import CannotEdit
from runs.views.lookup import organized_track

CHANGED = "Your draft was changed since you opened it, in another window."


# /api/tracks/<track>/exams/<bank>/topics/<topic>/
@api_view(["POST"])
def edit(request: Request, track: UUID, questions: UUID, topic: UUID) -> Answer:
    """Do one edit of a draft; return 200 with its result, 409 with the revision."""
    bank = bank_of(organized_track(request, track), questions)
    by = cast(User, request.user)
    lists = bank.versions.current().select_related("topic")
    found = lists.filter(topic__uuid=topic).first()
    if found is None:
        raise NotFound("The bank has no list of this topic any more.")
    sent = ActSerializer(data=request.data)
    sent.is_valid(raise_exception=True)
    act = sent.act_by(by, now=timezone.now())
    form = EditForm(request.data, topic=found.topic)
    if not form.is_valid():
        raise ValidationError(
            {name: [*map(str, said)] for name, said in form.errors.items()}
        )
    try:
        step = take_step(bank, form.does, form.edits(), act=act)
    except CannotEdit as error:
        raise ValidationError({"question": str(error)}) from error
    except TooManyEdits as error:
        raise ValidationError({"draft": str(error)}) from error
    except StaleDraft:
        answer = {"version": draft_of(bank, by).revision, "detail": CHANGED}
        return Answer(answer, status.HTTP_409_CONFLICT)
    left = {"version": step["number"], "question": selected_by(step)}
    if form.turns:
        turned = draft_of(bank, by).turned(step)
        left = left | {"question": selected_by(turned), "turned": in_words(turned)}
    return Answer({**left, "saved_at": step["at"]})
