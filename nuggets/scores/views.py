"""The page of one response with its labels."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.utils.http import urlencode
from django.views.decorators.http import require_GET

from accounts.decorators import signed_in
from assess.exchange.cells import cells_asked
from assess.exchange.downloads import download
from nuggets.scores.basis import Basis
from nuggets.scores.forms import BasisForm
from nuggets.scores.page import labelled_nuggets
from nuggets.scores.two_conditions import (
    ConditionReading,
    TwoConditionsForm,
    lines,
    query_of,
)
from runs.models import Response, Track
from runs.views.lookup import organized_track


def _asked(form: BasisForm) -> Basis:
    if not form.is_valid() or form.basis is None:
        raise Http404
    return form.basis


def _response(track: Track, response: UUID) -> Response:
    rows = Response.objects.visible().filter(run__track=track)
    return get_object_or_404(rows.select_related("run", "topic"), uuid=response)


# /tracks/<track>/scores/responses/<response>/
@signed_in
@require_GET
def score_response(request: HttpRequest, track: UUID, response: UUID) -> HttpResponse:
    """Show organizers one response with the label of each nugget."""
    found = organized_track(request, track)
    form = BasisForm(request.GET, track=found)
    basis = _asked(form)
    row = _response(found, response)
    shown: dict[str, Any] = {
        "track": found,
        "organizes": True,
        "tab": "scores",
        "basis": basis,
        "response": row,
        "sentences": row.sentences.all(),
        "nuggets": labelled_nuggets(basis, row),
        "link": urlencode(form.chosen),
        "left": urlencode({"left": query_of(form.chosen)}),
    }
    return render(request, "nuggets/scores/response.html", shown)


def _readings(form: TwoConditionsForm, response: Response) -> list[ConditionReading]:
    if not form.is_valid():
        return []
    return [ConditionReading(each, response) for each in form.conditions]


# /tracks/<track>/scores/responses/<response>/conditions/
@signed_in
@require_GET
def response_conditions(
    request: HttpRequest, track: UUID, response: UUID
) -> HttpResponse:
    """Show organizers one response under two conditions, side by side."""
    found = organized_track(request, track)
    row = _response(found, response)
    form = TwoConditionsForm(request.GET, track=found)
    readings = _readings(form, row)
    shown: dict[str, Any] = {
        "track": found,
        "organizes": True,
        "tab": "scores",
        "response": row,
        "sentences": row.sentences.all(),
        "form": form,
        "readings": readings,
        "asked": urlencode(form.data),
    }
    status = 422 if request.GET and form.errors else 200
    return render(request, "nuggets/scores/two_conditions.html", shown, status=status)


# /tracks/<track>/scores/responses/<response>/conditions.csv
@signed_in
@require_GET
def response_conditions_csv(
    request: HttpRequest, track: UUID, response: UUID
) -> HttpResponseBase:
    """Return the nuggets of both conditions with their labels."""
    found = organized_track(request, track)
    row = _response(found, response)
    readings = _readings(TwoConditionsForm(request.GET, track=found), row)
    if not readings:
        raise Http404
    name = f"{found.slug}-{row.run.name}-{row.topic.name}-conditions.csv"
    return download(lines(readings, cells_asked(request.GET)), name)
