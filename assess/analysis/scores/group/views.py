"""The page of a group, to be handed to its participants; parts of runs and topics."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from accounts.decorators import signed_in
from assess.analysis.scores.group.page import (
    group_families,
    groups_of,
    run_families,
)
from assess.analysis.scores.group.topic import topic_scores
from runs.models import Run
from runs.views.lookup import organized_track
from runs.views.visibility import Seen, seen_track


# /tracks/<track>/group/
@signed_in
@require_GET
def group(request: HttpRequest, track: UUID) -> HttpResponse:
    """Show one group's runs in all families; without a name, the groups."""
    seen = seen_track(request, track)
    name, names = request.GET.get("name", ""), groups_of(seen)
    if name and name not in names:
        raise Http404
    shown = {
        "track": seen.track,
        "organizes": seen.organizes,
        "tab": "scores",
        "group": name,
        "groups": names,
        "families": group_families(seen, name) if name else [],
    }
    return render(request, "assess/analysis/scores/group/page.html", shown)


# /tracks/<track>/runs/<run>/standing/
@never_cache
@signed_in
@require_GET
def run_standing(request: HttpRequest, track: UUID, run: UUID) -> HttpResponse:
    """Return the part of a run's page on its places, scores, and what is odd."""
    found = organized_track(request, track)
    one = get_object_or_404(Run.objects.visible().filter(track=found), uuid=run)
    families = run_families(Seen(found, organizes=True), one)
    shown = {
        "track": found,
        "run": one,
        "rows": [(family, row) for family in families for row in family.runs],
    }
    return render(request, "assess/analysis/scores/group/_run.html", shown)


# /tracks/<track>/topics/<topic>/standing/
@never_cache
@signed_in
@require_GET
def topic_standing(request: HttpRequest, track: UUID, topic: UUID) -> HttpResponse:
    """Return the part of a topic's page on how the runs did."""
    found = organized_track(request, track)
    one = get_object_or_404(found.topics, uuid=topic)
    scores = topic_scores(Seen(found, organizes=True), one)
    shown = {"track": found, "topic": one, "scores": scores}
    return render(request, "assess/analysis/scores/group/_topic.html", shown)
