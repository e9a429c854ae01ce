"""Duplicates for organizers: banks without them, and the review of pairs."""

from __future__ import annotations

from functools import partial
from typing import cast
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from accounts.decorators import signed_in
from accounts.models import User
from assess.judging.machine.launch import Launched, launched
from assess.judging.machine.readiness import NotReady
from assess.judging.models import Judge
from matching.duplicates.actions import (
    NothingDecided,
    make_deduplicated,
    stale_topics,
    start_deduplication,
)
from matching.duplicates.forms import (
    DecisionForm,
    DeduplicateForm,
    deciders,
    finders,
)
from matching.duplicates.review import (
    Answer,
    Double,
    decide,
    doubles_of,
    reviewed_by,
)
from matching.kernel.duplicates import Rule
from matching.models import Deduplication
from nuggets.banks.actions import BankExists
from nuggets.models import Bank
from runs.kernel.limits import TooMany
from runs.models import Track
from runs.views.lookup import organized_track


# /tracks/<track>/matching/duplicates/
@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def duplicates(request: HttpRequest, track: UUID) -> HttpResponseBase:
    """List the banks without duplicates, and make one."""
    found = organized_track(request, track)
    if request.method != "POST":
        return _show(request, found, DeduplicateForm(track=found))
    form = DeduplicateForm(request.POST, track=found)
    if not form.is_valid():
        return _show(request, found, form, status=422)
    if form.cleaned_data["judge"].kind == Judge.MODEL:
        done = _started(request, form)
        if isinstance(done, UUID):
            return redirect("jobs:page", done)
        status = 422 if form.errors else 200
        return _show(request, found, form, status=status, quote=done)
    try:
        return _made(request, form)
    except (BankExists, NothingDecided) as error:
        form.add_error(None, str(error))
        return _show(request, found, form, status=422)


def _made(request: HttpRequest, form: DeduplicateForm) -> HttpResponse:
    data = form.cleaned_data
    made = make_deduplicated(
        data["bank"],
        data["judge"],
        data["name"],
        rule=cast(Rule, data["rule"]),
        now=timezone.now(),
    )
    said = f"{made.bank}: {made.kept:,} of {made.every:,} nuggets kept."
    messages.success(request, said)
    return redirect("matching:duplicates", made.bank.track.uuid)


def _started(request: HttpRequest, form: DeduplicateForm) -> Launched:
    """Let a model decide what it has not decided yet, then make the bank: a job."""
    data = form.cleaned_data
    start = partial(
        start_deduplication,
        data["bank"],
        data["judge"],
        data["name"],
        rule=cast(Rule, data["rule"]),
        owner=cast(User, request.user),
        now=timezone.now(),
    )
    return launched(request, form, start, BankExists, NothingDecided, NotReady)


def _show(
    request: HttpRequest,
    track: Track,
    form: DeduplicateForm,
    *,
    status: int = 200,
    quote: Launched = None,
) -> HttpResponse:
    rows = Deduplication.objects.filter(bank__track=track, bank__deleted_at=None)
    made = rows.select_related("bank__parent__track", "judge").order_by("bank__name")
    shown = {
        "track": track,
        "form": form,
        "quote": quote,
        "made": [(each, stale_topics(each.bank)) for each in made],
        "banks": Bank.objects.visible().filter(track=track),
        "judges": finders(track),
        "has_deciders": deciders(track).exists(),
    }
    return render(request, "matching/duplicates/list.html", shown, status=status)


# /tracks/<track>/matching/duplicates/<bank>/<judge>/
@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def review(
    request: HttpRequest, track: UUID, bank: UUID, judge: UUID
) -> HttpResponseBase:
    """Show the next pair that a judge finds, and store what is decided about it."""
    found = organized_track(request, track)
    banks = Bank.objects.visible().filter(track=found).select_related("track")
    own, by = (
        get_object_or_404(banks, uuid=bank),
        get_object_or_404(found.judges.visible(), uuid=judge),
    )
    doubles = doubles_of(own, by)
    if request.method == "POST":
        _decide(request, own, by, doubles)
        return redirect("matching:review", found.uuid, own.uuid, by.uuid)
    left = [each for each in doubles if not each.answer]
    shown = {
        "track": found,
        "bank": own,
        "judge": by,
        "double": next(iter(left), None),
        "done": len(doubles) - len(left),
        "total": len(doubles),
        "reviewed": reviewed_by(own, by),
    }
    return render(request, "matching/duplicates/review.html", shown)


def _decide(
    request: HttpRequest, bank: Bank, judge: Judge, doubles: list[Double]
) -> None:
    form = DecisionForm(request.POST)
    if not form.is_valid():
        raise Http404
    data = form.cleaned_data
    for each in doubles:
        if (each.left.uuid, each.right.uuid) == (data["left"], data["right"]):
            answer = cast(Answer, data["answer"])
            now = timezone.now()
            try:
                decide(bank, judge, each.left.pk, each.right.pk, answer, now=now)
            except TooMany as error:
                messages.error(request, str(error))
            return
    raise Http404
