"""The page of one response with its labels."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.http import urlencode
from django.views.decorators.http import require_GET

from accounts.decorators import signed_in
from nuggets.scores.basis import Basis
from nuggets.scores.forms import BasisForm
from nuggets.scores.page import labelled_nuggets
from runs.models import Response
from runs.views.lookup import organized_track


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
    return render(request, "nuggets/scores/response.html", shown)
