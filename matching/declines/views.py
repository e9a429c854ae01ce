"""The page of runs that decline to answer unanswerable turns."""

from __future__ import annotations

from uuid import UUID

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from accounts.decorators import signed_in
from matching.declines.forms import PhrasesForm
from matching.declines.shares import Declines, read_declines
from runs.views.lookup import organized_track

RUNS_A_PAGE = 25


# /tracks/<track>/matching/declines/
@signed_in
@require_GET
def declines(request: HttpRequest, track: UUID) -> HttpResponse:
    """Show each run's share, and its answers with the phrases found in them."""
    found = organized_track(request, track)
    form = PhrasesForm(request.GET)
    read = Declines([], [])
    if form.is_valid():
        read = read_declines(found, form.cleaned_data["phrases"])
    page = Paginator(read.runs, RUNS_A_PAGE).get_page(request.GET.get("page"))
    shown = {"track": found, "form": form, "turns": read.turns, "page": page}
    status = 200 if form.is_valid() else 422
    return render(request, "matching/declines/page.html", shown, status=status)
