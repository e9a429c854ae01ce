"""The page that starts a draft of questions."""

from __future__ import annotations

from functools import partial
from typing import cast
from uuid import UUID

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.decorators import signed_in
from accounts.models import User
from assess.judging.machine.launch import Launched, launched
from assess.judging.machine.readiness import NotReady
from exams.drafting.actions import AnotherBank, start_draft
from exams.drafting.forms import DraftForm, drafters
from llm.endpoints.lookup import has_endpoint
from runs.kernel.limits import TooMany
from runs.views.lookup import organized_track


# /tracks/<track>/exams/draft/
@never_cache
@signed_in
@require_http_methods(["GET", "POST"])
def draft_new(request: HttpRequest, track: UUID) -> HttpResponseBase:
    """Start a draft, then show its job."""
    found = organized_track(request, track)
    asked = {"judge": request.GET.get("judge")}
    form = DraftForm(found, request.POST or None, initial=asked)
    done = None
    if request.method == "POST" and form.is_valid():
        done = _started(request, form)
        if isinstance(done, UUID):
            return redirect("jobs:page", done)
    shown = {
        "track": found,
        "quote": done,
        "form": form,
        "has_drafters": drafters(found).exists(),
        "has_endpoint": has_endpoint(),
    }
    status = 422 if form.errors else 200
    return render(request, "exams/banks/draft_new.html", shown, status=status)


def _started(request: HttpRequest, form: DraftForm) -> Launched:
    """Queue the form's draft; add an error to the form if that is not possible."""
    given = form.cleaned_data
    start = partial(
        start_draft,
        given["judge"],
        name=given["name"],
        form=given["form"],
        topics=given["topics"],
        owner=cast(User, request.user),
        now=timezone.now(),
    )
    refusals = (NotReady, AnotherBank, TooMany)
    return launched(request, form, start, *refusals)
