"""The page of a group, to be handed to its participants."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from accounts.decorators import signed_in
from assess.analysis.scores.group.page import group_families, groups_of
from runs.views.visibility import seen_track


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
