"""The page of a track's budget, and the change of a job's."""

from __future__ import annotations

from typing import cast
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.decorators import signed_in
from accounts.models import User
from assess.judging.budgets.actions import change_budget
from assess.judging.budgets.forms import BudgetForm, initial_of
from jobs.bell import ring
from jobs.models import Job
from llm.budgets import budget_of
from runs.views.lookup import organized_track


# /tracks/<track>/budget/
@never_cache
@signed_in
@require_http_methods(["GET", "POST"])
def track_budget(request: HttpRequest, track: UUID) -> HttpResponse:
    """Show what a track's jobs may spend and have spent; change it."""
    found = organized_track(request, track)
    budget = budget_of(found.uuid)
    form = BudgetForm(request.POST or None, initial=initial_of(budget))
    if request.method == "POST" and form.is_valid():
        _change(request, found.uuid, form)
        return redirect("assess:budget", found.uuid)
    shown = {"track": found, "tab": "judges", "budget": budget, "form": form}
    status = 422 if form.errors else 200
    return render(request, "assess/judging/budgets/page.html", shown, status=status)


# /tracks/<track>/jobs/<job>/budget/
@signed_in
@require_POST
def job_budget(request: HttpRequest, track: UUID, job: UUID) -> HttpResponse:
    """Change what a job may spend; a stopped one goes on."""
    found = organized_track(request, track)
    row = get_object_or_404(Job.objects.for_scope(found.uuid), uuid=job)
    form = BudgetForm(request.POST)
    if form.is_valid():
        _change(request, row.uuid, form)
    else:
        messages.error(request, "A budget is a number from 0, or empty.")
    return redirect("jobs:page", row.uuid)


def _change(request: HttpRequest, subject: UUID, form: BudgetForm) -> None:
    user = cast(User, request.user)
    jobs = change_budget(subject, **form.limits, by=user)
    for job in jobs:
        ring(job)
    s = "" if len(jobs) == 1 else "s"
    more = f" {len(jobs)} stopped job{s} will continue." if jobs else ""
    messages.success(request, f"The budget is saved.{more}")
