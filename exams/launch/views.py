"""The page that says what grading a bank takes, and starts it."""

from __future__ import annotations

from functools import partial
from typing import Any, cast
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.decorators import signed_in
from accounts.models import User
from assess.judging.machine.actions import start_judging
from assess.judging.machine.launch import Launched, launched
from assess.judging.machine.preview import preview_of
from assess.judging.machine.readiness import NotReady
from assess.judging.machine.registry import Scope
from assess.judging.models import Judge
from assess.judging.screens import Subject
from exams.banks.views import bank_of
from exams.grading.machine import MACHINE
from exams.launch.forms import GradeForm
from exams.models import QuestionBank
from runs.views.lookup import organized_track


# /tracks/<track>/exams/<questions>/grade/
@never_cache
@signed_in
@require_http_methods(["GET", "POST"])
def grade(request: HttpRequest, track: UUID, questions: UUID) -> HttpResponse:
    """Show what a judge's missing grades take; start them, and show the job."""
    found = bank_of(organized_track(request, track), questions)
    form = GradeForm(found, request.POST or None)
    done = None
    if request.method == "POST" and form.is_valid():
        done = _started(request, found, form)
        if isinstance(done, UUID):
            return redirect("jobs:page", done)
    judge = form.chosen(request.POST.get("judge", request.GET.get("judge", "")))
    form.initial["judge"] = judge.uuid if judge else None
    shown = {
        "track": found.track,
        "bank": found,
        "quote": done,
        "form": form,
        "judge": judge,
    }
    shown |= _preview(found, judge) if judge else {}
    status = 422 if form.errors else 200
    return render(request, "exams/passages/grade.html", shown, status=status)


def _preview(bank: QuestionBank, judge: Judge) -> dict[str, Any]:
    try:
        return {"preview": preview_of(MACHINE, Scope(judge, str(bank.uuid)))}
    except NotReady as error:
        return {"refusal": str(error)}


def _started(request: HttpRequest, bank: QuestionBank, form: GradeForm) -> Launched:
    """Queue the grading; add an error to the form if that is not possible."""
    start = partial(
        start_judging,
        form.cleaned_data["judge"],
        MACHINE,
        subject=Subject(str(bank.uuid), bank.name),
        topics=(),
        owner=cast(User, request.user),
        now=timezone.now(),
    )
    refusals = (NotReady,)
    return launched(request, form, start, *refusals)
