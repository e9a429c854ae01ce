"""The page of runs that decline to answer unanswerable turns."""

from __future__ import annotations

from random import SystemRandom
from typing import cast
from uuid import UUID

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from accounts.decorators import signed_in
from accounts.models import User
from matching.batches.actions import NothingToMatch
from matching.declines.forms import PhrasesForm
from matching.declines.people import BANK, ask_people
from matching.declines.shares import Declines, read_declines
from nuggets.banks.actions import BankExists
from runs.models import Track
from runs.views.lookup import organized_track

RUNS_A_PAGE = 25


# /tracks/<track>/matching/declines/
@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def declines(request: HttpRequest, track: UUID) -> HttpResponseBase:
    """Show each run's share, and its answers with the phrases found in them."""
    found = organized_track(request, track)
    if request.method == "POST":
        _ask(request, found)
        return redirect("matching:declines", found.uuid)
    form = PhrasesForm(request.GET, track=found)
    read = Declines([], [])
    judge = None
    if form.is_valid():
        judge = form.cleaned_data["judge"]
        read = read_declines(found, form.cleaned_data["phrases"], judge)
    page = Paginator(read.runs, RUNS_A_PAGE).get_page(request.GET.get("page"))
    shown = {"track": found, "form": form, "turns": read.turns, "page": page}
    shown |= {"judge": judge}
    status = 200 if form.is_valid() else 422
    return render(request, "matching/declines/page.html", shown, status=status)


def _ask(request: HttpRequest, track: Track) -> None:
    """Let people judge the answers; say how many batches are in the shared queue."""
    by, now = cast(User, request.user), timezone.now()
    try:
        made = ask_people(track, by=by, now=now, rng=SystemRandom())
    except NothingToMatch:
        messages.info(request, "People have all of these answers already.")
    except BankExists:
        messages.error(
            request,
            f"Another bank is named “{BANK}”. Delete it first, or work without people.",
        )
    else:
        are = "batches are" if len(made) > 1 else "batch is"
        messages.success(request, f"{len(made):,} {are} in the shared queue.")
