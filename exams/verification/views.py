"""The page of samples that people verify, and of what came of it."""

from __future__ import annotations

import secrets
from typing import cast
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.decorators import signed_in
from accounts.models import User
from exams.banks.views import bank_of
from exams.models import GradeSample
from exams.verification.actions import AlreadyVerified, NothingGraded, draw_sample
from exams.verification.forms import SampleForm, machines
from exams.verification.results import results_of
from runs.views.lookup import organized_track


# /tracks/<track>/exams/<questions>/verification/
@never_cache
@signed_in
@require_http_methods(["GET", "POST"])
def verification(request: HttpRequest, track: UUID, questions: UUID) -> HttpResponse:
    """Show a sample of a machine's grades and its results; draw one."""
    found = bank_of(organized_track(request, track), questions)
    form = SampleForm(found, request.POST or None)
    if request.method == "POST" and form.is_valid():
        judge = form.cleaned_data["judge"]
        judge.track = found.track
        try:
            draw_sample(
                found,
                judge,
                half_width=form.cleaned_data["half_width"],
                seed=secrets.token_hex(16),
                by=cast(User, request.user),
                now=timezone.now(),
            )
        except (AlreadyVerified, NothingGraded) as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, f"A sample of the grades of {judge} is drawn.")
            return redirect(f"{request.path}?judge={judge.uuid}")
    samples = GradeSample.objects.filter(bank=found).select_related("judge")
    every = list(samples.order_by("judge__name"))
    wanted = request.GET.get("judge", "")
    sample = next((s for s in every if str(s.judge.uuid) == wanted), None)
    sample = sample or next(iter(every), None)
    shown = {
        "track": found.track,
        "bank": found,
        "form": form,
        "has_machines": machines(found).exists(),
        "samples": every,
        "sample": sample,
        "results": results_of(sample) if sample else None,
    }
    status = 422 if form.is_bound else 200
    return render(request, "exams/scores/verification.html", shown, status=status)
