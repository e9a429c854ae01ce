"""The page of a trial of a draft's new questions."""

from __future__ import annotations

from typing import cast
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.decorators import signed_in
from accounts.models import User
from assess.judging.machine.readiness import NotReady
from exams.banks.views import bank_of
from exams.models import QuestionBank
from exams.trial.actions import NothingNew, start_trial
from exams.trial.forms import TrialForm
from exams.trial.results import tried_questions
from jobs.bell import ring
from runs.views.lookup import organized_track


# /tracks/<track>/exams/<questions>/trial/
@never_cache
@signed_in
@require_http_methods(["GET", "POST"])
def trial(request: HttpRequest, track: UUID, questions: UUID) -> HttpResponse:
    """Show the new questions of a person's draft and their trial; start one."""
    found = bank_of(organized_track(request, track), questions)
    form = TrialForm(found, request.POST or None)
    if request.method == "POST" and form.is_valid():
        job = _started(request, found, form)
        if job:
            return redirect("jobs:page", job)
    tau = found.track.profile.exam.tau
    shown = {
        "track": found.track,
        "bank": found,
        "form": form,
        "tau": tau,
        "tried": tried_questions(found, cast(User, request.user), tau=tau),
    }
    status = 422 if form.is_bound else 200
    return render(request, "exams/scores/trial.html", shown, status=status)


def _started(request: HttpRequest, bank: QuestionBank, form: TrialForm) -> UUID | None:
    """Queue the trial; add an error to the form if that is not possible."""
    judge = form.cleaned_data["judge"]
    judge.track = bank.track
    try:
        job = start_trial(
            bank,
            judge,
            passages=form.cleaned_data["passages"],
            by=cast(User, request.user),
            now=timezone.now(),
        )
    except (NotReady, NothingNew) as error:
        form.add_error(None, str(error))
        return None
    ring(job)
    return job.uuid
