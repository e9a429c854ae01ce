"""The page of a trial of a draft's new questions."""

from __future__ import annotations

from functools import partial
from typing import cast
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.decorators import signed_in
from accounts.models import User
from assess.judging.machine.launch import Launched, launched
from assess.judging.machine.readiness import NotReady
from exams.banks.views import bank_of
from exams.models import QuestionBank
from exams.trial.actions import NothingNew, start_trial
from exams.trial.forms import TrialForm
from exams.trial.results import tried_questions
from runs.views.lookup import organized_track


# /tracks/<track>/exams/<questions>/trial/
@never_cache
@signed_in
@require_http_methods(["GET", "POST"])
def trial(request: HttpRequest, track: UUID, questions: UUID) -> HttpResponse:
    """Show the new questions of a person's draft and their trial; start one."""
    found = bank_of(organized_track(request, track), questions)
    form = TrialForm(found, request.POST or None)
    done = None
    if request.method == "POST" and form.is_valid():
        done = _started(request, found, form)
        if isinstance(done, UUID):
            return redirect("jobs:page", done)
    tau = found.track.profile.exam.tau
    shown = {
        "track": found.track,
        "bank": found,
        "quote": done,
        "form": form,
        "tau": tau,
        "tried": tried_questions(found, cast(User, request.user), tau=tau),
    }
    status = 422 if form.errors else 200
    return render(request, "exams/scores/trial.html", shown, status=status)


def _started(request: HttpRequest, bank: QuestionBank, form: TrialForm) -> Launched:
    """Queue the trial; add an error to the form if that is not possible."""
    judge = form.cleaned_data["judge"]
    judge.track = bank.track
    start = partial(
        start_trial,
        bank,
        judge,
        passages=form.cleaned_data["passages"],
        by=cast(User, request.user),
        now=timezone.now(),
    )
    refusals = (NotReady, NothingNew)
    return launched(request, form, start, *refusals)
