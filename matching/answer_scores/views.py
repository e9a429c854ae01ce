"""The page of scores that are not computed here, and of those by a model."""

from __future__ import annotations

from functools import partial
from typing import cast
from uuid import UUID

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.decorators import signed_in
from accounts.models import User
from assess.judging.machine.launch import Launched, launched
from assess.judging.machine.readiness import NotReady
from llm.endpoints.lookup import has_endpoint
from matching.answer_scores.actions import start_scoring
from matching.answer_scores.forms import AnswerScoresForm, TurnsForm
from matching.answer_scores.table import score_table
from runs.views.lookup import organized_track

ROWS_A_PAGE = 100


# /tracks/<track>/matching/answers/
@never_cache
@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def answer_scores(request: HttpRequest, track: UUID) -> HttpResponseBase:
    """Show imported scores and those by models; start more, then show the job."""
    found = organized_track(request, track)
    chooser = TurnsForm(request.GET)
    if not chooser.is_valid():
        raise Http404
    is_write = request.method == "POST"
    form = AnswerScoresForm(found, request.POST if is_write else None)
    done = None
    if is_write and form.is_valid():
        done = _started(request, form)
        if isinstance(done, UUID):
            return redirect("jobs:page", done)
    table = score_table(found, chooser.cleaned_data["turns"] or "all")
    shown = {
        "track": found,
        "chooser": chooser,
        "table": table,
        "page": Paginator(table.rows, ROWS_A_PAGE).get_page(request.GET.get("page")),
        "quote": done,
        "form": form,
        "has_models": form.fields["judge"].queryset.exists(),  # type: ignore[attr-defined]
        "has_endpoint": has_endpoint(),
    }
    status = 422 if form.errors else 200
    return render(request, "matching/answer_scores/page.html", shown, status=status)


def _started(request: HttpRequest, form: AnswerScoresForm) -> Launched:
    """Queue the form's scores; add an error to the form if that is impossible."""
    given = form.cleaned_data
    start = partial(
        start_scoring,
        given["judge"],
        given["measure"],
        topics=given["topics"],
        owner=cast(User, request.user),
        now=timezone.now(),
    )
    refusals = (NotReady,)
    return launched(request, form, start, *refusals)
