"""The writes of post-editing, as the browser's outbox sends them."""

from __future__ import annotations

from uuid import UUID

from django.utils import timezone
from rest_framework import status
from rest_framework.decorators import api_view
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response as Answer

from assess.judging.work.api import own_work
from nuggets.banks.actions import VersionFrozen
from nuggets.banks.subjects import BankGone
from nuggets.editing.forms import ON_NO_NUGGET, EditForm
from nuggets.editing.items import NUGGETS, SPANS, edited_bank, versions_of
from nuggets.editing.serializers import EditSerializer
from nuggets.editing.steps.command import Command, run_once
from nuggets.editing.steps.lists import NoSuchSpan
from nuggets.editing.steps.messages import turned_back
from nuggets.editing.steps.names import how_it_stands, name_of
from nuggets.editing.steps.step import Edited, StaleVersion
from nuggets.kernel.listing import NotListed
from nuggets.models import BankVersion
from runs.actions.acts import Act
from runs.kernel.limits import TooMany

NO_LIST = "The list of this work is gone."
STALE = "The list was changed since you opened it."
FROZEN = "The list is finished and no longer changes."
GONE = "What it was meant for is no longer on the list."


# /api/work/<allocation>/nuggets/
@api_view(["POST"])
def edit(request: Request, allocation: UUID) -> Answer:
    """Do one edit; return 200 with its result, 409 with the current state."""
    work = own_work(request, allocation, NUGGETS, SPANS)
    try:
        versions = versions_of(work, edited_bank(work))
    except BankGone as error:
        raise NotFound(NO_LIST) from error
    sent = EditSerializer(data=request.data)
    sent.is_valid(raise_exception=True)
    version = versions.filter(uuid=sent.validated_data["version"]).first()
    if version is None:
        raise NotFound(NO_LIST)
    form = EditForm(request.data, version=version)
    act = sent.act_by(work.assessor, now=timezone.now())
    try:
        done = run_once(work, version, lambda: _command(form), act=act)
    except NoSuchSpan as error:
        raise ValidationError({"span": "The passage has no words there."}) from error
    except TooMany as error:
        raise ValidationError({"list": str(error)}) from error
    except (StaleVersion, VersionFrozen, NotListed) as error:
        return _as_it_stands(version, form, error)
    turns = request.data.get("action") in ON_NO_NUGGET
    return _saved(done, act, turned_back(version, done.revision) if turns else None)


def _command(form: EditForm) -> Command:
    if not form.is_valid():
        raise ValidationError(
            {name: [*map(str, said)] for name, said in form.errors.items()}
        )
    return form.command()


def _saved(done: Edited, act: Act, turned: str | None) -> Answer:
    """Return an edit's result; for undo and redo also which edit it was."""
    left: dict[str, object] = {"version": done.revision, "nugget": name_of(done.nugget)}
    if turned is not None:
        left["turned"] = turned
    return Answer({**left, "saved_at": act.now.isoformat()})


def _as_it_stands(version: BankVersion, form: EditForm, error: Exception) -> Answer:
    """Return 409 with the reason, the nugget's state, and the latest revision."""
    version.refresh_from_db()
    why = {StaleVersion: STALE, VersionFrozen: FROZEN}.get(type(error), GONE)
    nugget = form.cleaned_data["nugget"] if form.is_valid() else None
    stands = "" if why == GONE else how_it_stands(version, nugget)
    answer = {"version": version.revision, "detail": f"{why} {stands}".strip()}
    return Answer(answer, status.HTTP_409_CONFLICT)
