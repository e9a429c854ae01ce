"""Topics for organizers."""

from __future__ import annotations

from uuid import UUID

from django.core.paginator import Paginator
from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_GET

from accounts.decorators import signed_in
from runs.models import Response, Subnarrative
from runs.trail import trail_of
from runs.views.lookup import organized_track

TOPICS_A_PAGE = 100


# /tracks/<track>/topics/
@signed_in
@require_GET
def topics(request: HttpRequest, track: UUID) -> HttpResponse:
    """List a track's topics, each with the number of its sub-narratives."""
    found = organized_track(request, track)
    live = Q(subnarratives__retired_at=None)
    rows = found.topics.annotate(
        parts=Count("subnarratives", filter=live, distinct=True)
    ).order_by("position", "pk")
    page = Paginator(rows, TOPICS_A_PAGE).get_page(request.GET.get("page"))
    shown = {"track": found, "tab": "topics", "page": page}
    return render(request, "runs/topics.html", shown)


# /tracks/<track>/topics/<topic>/
@signed_in
@require_GET
def topic(request: HttpRequest, track: UUID, topic: UUID) -> HttpResponse:
    """Show one topic: its text, its sub-narratives, and its responses."""
    found = organized_track(request, track)
    related = found.topics.select_related("conversation")
    one = get_object_or_404(related, uuid=topic)
    responses = Response.objects.visible().for_topic(one).select_related("run")
    shown = {
        "track": found,
        "tab": "topics",
        "topic": one,
        "subnarratives": Subnarrative.objects.live().filter(topic=one),
        "trail": trail_of(one),
        "responses": responses.defer("text").order_by("run__name"),
    }
    return render(request, "runs/topic.html", shown)
