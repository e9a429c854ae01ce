"""One response with its labels, and the names of what scores rest on."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_GET, require_POST

from accounts.decorators import signed_in
from nuggets.models import Condition
from nuggets.scores.actions import (
    ConditionExists,
    drop_condition,
    save_condition,
)
from nuggets.scores.basis import Basis
from nuggets.scores.forms import BasisForm, ConditionForm
from nuggets.scores.page import labelled_nuggets
from runs.models import Response, Track
from runs.views.found import organized_track


def _asked(form: BasisForm) -> Basis:
    if not form.is_valid() or form.basis is None:
        raise Http404
    return form.basis


# /tracks/<track>/scores/responses/<response>/
@signed_in
@require_GET
def score_response(request: HttpRequest, track: UUID, response: UUID) -> HttpResponse:
    """Show organizers one response with the label of each nugget."""
    found = organized_track(request, track)
    form = BasisForm(request.GET, track=found)
    basis = _asked(form)
    responses = Response.objects.visible().filter(run__track=found)
    row = get_object_or_404(responses.select_related("run", "topic"), uuid=response)
    shown: dict[str, Any] = {
        "track": found,
        "organizes": True,
        "tab": "scores",
        "basis": basis,
        "response": row,
        "sentences": row.sentences.all(),
        "nuggets": labelled_nuggets(basis, row),
        "link": urlencode(form.chosen),
    }
    return render(request, "nuggets/score_response.html", shown)


# /tracks/<track>/conditions/new/
@signed_in
@require_POST
def condition_new(request: HttpRequest, track: UUID) -> HttpResponseBase:
    """Name a bank and a judge."""
    found = organized_track(request, track)
    basis = _asked(BasisForm(request.POST, track=found))
    form = ConditionForm(request.POST)
    if not form.is_valid():
        messages.error(request, "Give the condition a name of at most 150 characters.")
        return redirect("assess:scores", track)
    name = form.cleaned_data["name"]
    try:
        made = save_condition(found, name, bank=basis.bank, judge=basis.judge)
    except ConditionExists as error:
        messages.error(request, f"{error}. Choose another name.")
        return redirect("assess:scores", track)
    messages.success(request, f"{made} is saved.")
    return redirect(_scores_of(found, made))


# /tracks/<track>/conditions/<condition>/drop/
@signed_in
@require_POST
def condition_drop(
    request: HttpRequest, track: UUID, condition: UUID
) -> HttpResponseBase:
    """Forget a condition's name; nothing that it names is touched."""
    found = organized_track(request, track)
    row = get_object_or_404(Condition.objects.filter(track=found), uuid=condition)
    drop_condition(row)
    messages.success(request, f"The name {row} is dropped. Its labels stay.")
    return redirect("assess:scores", track)


def _scores_of(track: Track, condition: Condition) -> str:
    query = urlencode({"condition": str(condition.uuid)})
    return f"{reverse('assess:scores', args=[track.uuid])}?{query}"
