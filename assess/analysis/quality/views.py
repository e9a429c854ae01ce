"""Assessor quality, for organizers only."""

from __future__ import annotations

from uuid import UUID

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from accounts.decorators import signed_in
from accounts.models import User
from assess.analysis.charts import chart_file
from assess.analysis.quality.files import drift_rows, table_rows
from assess.analysis.quality.page import parts_of, rows_of
from assess.analysis.quality.records import people_who_labelled
from assess.exchange.cells import cells_asked
from assess.exchange.downloads import download
from runs.models import Track
from runs.views.lookup import organized_track

ROWS_A_PAGE = 100


def _person(track: Track, person: UUID) -> User:
    return get_object_or_404(people_who_labelled(track), uuid=person)


# /tracks/<track>/quality/
@never_cache
@signed_in
@require_GET
def quality(request: HttpRequest, track: UUID) -> HttpResponse:
    """Show each person's pace, agreement with others and test items, by work."""
    found = organized_track(request, track)
    shown = {
        "track": found,
        "organizes": True,
        "tab": "assessors",
        "page": Paginator(rows_of(found), ROWS_A_PAGE).get_page(
            request.GET.get("page")
        ),
    }
    return render(request, "assess/analysis/quality/page.html", shown)


# /tracks/<track>/quality/quality.csv
@never_cache
@signed_in
@require_GET
def quality_csv(request: HttpRequest, track: UUID) -> StreamingHttpResponse:
    """Return the table as CSV."""
    found = organized_track(request, track)
    lines = map(cells_asked(request.GET).line, table_rows(rows_of(found)))
    return download(lines, f"{found.slug}-assessors.csv")


# /tracks/<track>/quality/people/<person>/drift.csv
@never_cache
@signed_in
@require_GET
def drift_csv(request: HttpRequest, track: UUID, person: UUID) -> StreamingHttpResponse:
    """Return one person's stretches as CSV."""
    found = organized_track(request, track)
    user = _person(found, person)
    rows = drift_rows(parts_of(found, user))
    lines = map(cells_asked(request.GET).line, rows)
    return download(lines, f"{found.slug}-{user.username}-drift.csv")


# /tracks/<track>/quality/people/<person>/<chart>.csv
@never_cache
@signed_in
@require_GET
def drift_chart(
    request: HttpRequest, track: UUID, person: UUID, chart: str
) -> HttpResponse:
    """Return the numbers of one of a person's charts."""
    found = organized_track(request, track)
    parts = parts_of(found, _person(found, person))
    charts = (each for part in parts for each in part.charts)
    return chart_file(request, charts, chart)
