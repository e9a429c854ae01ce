"""The page that starts a draft."""

from __future__ import annotations

from typing import cast
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.decorators import signed_in
from accounts.models import User
from assess.judging.machine.readiness import NotReady
from jobs.bell import ring
from nuggets.drafting.actions import AnotherDraft, start_draft
from nuggets.drafting.forms import DraftForm
from runs.views.lookup import organized_track


# /tracks/<track>/banks/draft/
@never_cache
@signed_in
@require_http_methods(["GET", "POST"])
def draft_new(request: HttpRequest, track: UUID) -> HttpResponseBase:
    """Start a draft, then show its job."""
    found = organized_track(request, track)
    asked = {"judge": request.GET.get("judge"), "qrels": request.GET.get("qrels")}
    form = DraftForm(found, request.POST or None, initial=asked)
    if request.method == "POST" and form.is_valid():
        job = _started(request, form)
        if job:
            return redirect("jobs:page", job)
    shown = {
        "track": found,
        "tab": "banks",
        "form": form,
        "has_drafters": form.fields["judge"].queryset.exists(),  # type: ignore[attr-defined]
        "has_graders": form.fields["qrels"].queryset.exists(),  # type: ignore[attr-defined]
        "has_endpoint": bool(settings.LLM_ENDPOINT),
    }
    status = 422 if form.is_bound else 200
    return render(request, "nuggets/banks/draft_new.html", shown, status=status)


def _started(request: HttpRequest, form: DraftForm) -> UUID | None:
    """Queue the form's draft; add an error to the form if that is not possible."""
    given = form.cleaned_data
    try:
        job = start_draft(
            given["judge"],
            qrels=given["qrels"],
            name=given["name"],
            topics=given["topics"],
            owner=cast(User, request.user),
            now=timezone.now(),
        )
    except (NotReady, AnotherDraft) as error:
        form.add_error(None, str(error))
        return None
    ring(job)
    return job.uuid
