"""Parts of the overview, of topics and of judges on whether labels can be trusted."""

from __future__ import annotations

from typing import cast
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from accounts.decorators import signed_in
from accounts.models import User
from assess.analysis.trust.figures import trust_of
from assess.analysis.trust.forms import ThresholdsForm
from assess.analysis.trust.judge import judge_trust
from assess.analysis.trust.thresholds import set_thresholds, thresholds_of
from assess.judging.models import Judge
from runs.views.lookup import organized_track

SHOWN = 20  # earlier thresholds


# /tracks/<track>/trust/
@never_cache
@signed_in
@require_GET
def trust(request: HttpRequest, track: UUID) -> HttpResponse:
    """Return people's agreement and that of machines with them, kind by kind."""
    found = organized_track(request, track)
    shown = {"track": found, "kinds": trust_of(found)}
    return render(request, "assess/analysis/trust/_trust.html", shown)


# /tracks/<track>/topics/<topic>/trust/
@never_cache
@signed_in
@require_GET
def topic_trust(request: HttpRequest, track: UUID, topic: UUID) -> HttpResponse:
    """Return the same over the items of one topic, for its page."""
    found = organized_track(request, track)
    one = get_object_or_404(found.topics, uuid=topic)
    shown = {"track": found, "kinds": trust_of(found, (one,))}
    return render(request, "assess/analysis/trust/_trust.html", shown)


# /tracks/<track>/judges/<judge>/trust/
@never_cache
@signed_in
@require_GET
def judge_part(request: HttpRequest, track: UUID, judge: UUID) -> HttpResponse:
    """Return the part of a judge's page on its agreement with people."""
    found = organized_track(request, track)
    judges = Judge.objects.visible().select_related("track").filter(track=found)
    one = get_object_or_404(judges, uuid=judge)
    shown = {"track": found, "judge": one, "kinds": judge_trust(one)}
    return render(request, "assess/analysis/trust/_judge.html", shown)


# /tracks/<track>/trust/thresholds/
@never_cache
@signed_in
@require_http_methods(["GET", "POST"])
def thresholds(request: HttpRequest, track: UUID) -> HttpResponse:
    """Set from which agreement on a machine's labels are used."""
    found = organized_track(request, track)
    now = thresholds_of(found)
    form = ThresholdsForm(request.POST or None, initial=now._asdict())
    if request.method == "POST" and form.is_valid():
        by = cast(User, request.user)
        set_thresholds(found, form.thresholds(), by=by, now=timezone.now())
        messages.success(request, "The thresholds are saved.")
        return redirect("assess:judges", found.uuid)
    shown = {
        "track": found,
        "tab": "judges",
        "form": form,
        "earlier": found.trust_thresholds.select_related("by").order_by("-pk")[:SHOWN],
    }
    page = "assess/analysis/trust/thresholds.html"
    return render(request, page, shown, status=422 if form.errors else 200)
