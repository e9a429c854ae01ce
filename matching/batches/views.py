"""Batches for people: what there is, who is paused, and new ones."""

from __future__ import annotations

from random import SystemRandom
from typing import cast
from uuid import UUID

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from accounts.decorators import signed_in
from accounts.models import User
from matching.batches.actions import (
    NothingToMatch,
    TooFewTests,
    lift_pause,
    make_batches,
    paused_people,
)
from matching.batches.forms import BatchesForm
from matching.models import Batch, Voiding
from runs.models import Track
from runs.views.lookup import organized_track

BATCHES_A_PAGE = 100


# /tracks/<track>/matching/batches/
@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def batches(request: HttpRequest, track: UUID) -> HttpResponseBase:
    """List the batches, and make new ones."""
    found = organized_track(request, track)
    if request.method != "POST":
        return _show(request, found, BatchesForm(track=found))
    form = BatchesForm(request.POST, track=found)
    if not form.is_valid():
        return _show(request, found, form, status=422)
    try:
        by = cast(User, request.user)
        made = make_batches(form.wanted, by=by, rng=SystemRandom())
    except (NothingToMatch, TooFewTests) as error:
        form.add_error(None, str(error))
        return _show(request, found, form, status=422)
    messages.success(request, f"{len(made):,} batches are in the shared queue.")
    return redirect("matching:batches", found.uuid)


def _show(
    request: HttpRequest, track: Track, form: BatchesForm, *, status: int = 200
) -> HttpResponse:
    rows = Batch.objects.filter(track=track).select_related("bank", "topic", "tests")
    every = rows.annotate(
        tested=Count("pairs", filter=~Q(pairs__answer="")), size=Count("pairs")
    ).order_by("number")
    page = Paginator(every, BATCHES_A_PAGE).get_page(request.GET.get("page"))
    voided = Voiding.objects.filter(work__track=track).order_by("-at")
    shown = {
        "track": track,
        "form": form,
        "page": page,
        "voided": voided.select_related("work__assessor", "work__topic"),
        "paused": paused_people(track),
    }
    return render(request, "matching/batches/list.html", shown, status=status)


# /tracks/<track>/matching/batches/people/<person>/resume/
@signed_in
@require_POST
def resume(request: HttpRequest, track: UUID, person: UUID) -> HttpResponseBase:
    """Let a paused person take batches again."""
    found = organized_track(request, track)
    people = User.objects.filter(memberships__track=found)
    user = get_object_or_404(people, uuid=person)
    if lift_pause(found, user, now=timezone.now()):
        messages.success(request, f"{user} can take batches again.")
    return redirect("matching:batches", found.uuid)
