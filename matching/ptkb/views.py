"""The page of the statements that runs chose."""

from __future__ import annotations

from uuid import UUID

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from accounts.decorators import signed_in
from matching.ptkb.choices import run_choices
from matching.ptkb.forms import ReferenceForm
from runs.views.lookup import organized_track

ROWS_A_PAGE = 100


# /tracks/<track>/matching/statements/
@signed_in
@require_GET
def statements(request: HttpRequest, track: UUID) -> HttpResponse:
    """Show the scores of each run's choice of statements by a judge's labels."""
    found = organized_track(request, track)
    form = ReferenceForm(request.GET, track=found)
    if not form.is_valid():
        raise Http404
    judge = form.cleaned_data["judge"]
    rows = run_choices(judge) if judge else []
    page = Paginator(rows, ROWS_A_PAGE).get_page(request.GET.get("page"))
    shown = {"track": found, "form": form, "judge": judge, "page": page}
    return render(request, "matching/ptkb/page.html", shown)
