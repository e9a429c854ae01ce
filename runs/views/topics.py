"""Topics for organizers."""

from __future__ import annotations

from typing import cast
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_GET, require_http_methods

from accounts.decorators import signed_in
from accounts.models import User
from config.tables.pages import table_page
from runs.models import Response, Subnarrative
from runs.trail import trail_of
from runs.views.lookup import organized_track
from runs.views.tables import topic_rows, topics_table


# /tracks/<track>/topics/
@signed_in
@require_http_methods(["GET", "POST"])
def topics(request: HttpRequest, track: UUID) -> HttpResponse:
    """List a track's topics, each with the number of its sub-narratives."""
    found = organized_track(request, track)
    table = topics_table(found, by=cast(User, request.user))
    shown = {"track": found, "tab": "topics"}
    return table_page(request, "runs/topics.html", shown, table, topic_rows(found))


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
