"""All segments of a track, for organizers."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from accounts.decorators import signed_in
from config.tables.pages import table_page
from runs.views.lookup import organized_track
from runs.views.tables import segment_rows, segments_table


# /tracks/<track>/segments/
@signed_in
@require_GET
def segments(request: HttpRequest, track: UUID) -> HttpResponse:
    """List a track's segments."""
    found = organized_track(request, track)
    shown = {"track": found, "tab": "segments"}
    page = "runs/segments.html"
    return table_page(request, page, shown, segments_table(), segment_rows(found))
