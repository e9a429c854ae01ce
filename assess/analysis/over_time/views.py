"""People's labels over time, for organizers; a part of a track's overview."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from accounts.decorators import signed_in
from assess.analysis.charts import Curves, chart_file
from assess.analysis.over_time.chart import given_chart
from assess.analysis.over_time.forecast import forecast_of
from assess.analysis.over_time.history import given_in
from assess.analysis.over_time.requests import still_to_give
from runs.models import Track
from runs.views.lookup import organized_track

CAPTION = (
    "By people, in your time zone, {zone}. Asked for: what is given and what is left "
    "in work that was handed out or waits in a queue, without what was skipped."
)


def _chart(track: Track) -> Curves | None:
    zone = timezone.get_current_timezone()
    return given_chart(given_in(track, zone), still_to_give(track))


# /tracks/<track>/forecast/
@never_cache
@signed_in
@require_GET
def forecast(request: HttpRequest, track: UUID) -> HttpResponse:
    """Return the overview's part on how far judging is, and when it ends."""
    found = organized_track(request, track)
    zone = timezone.get_current_timezone()
    shown = {
        "track": found,
        "forecast": forecast_of(
            given_in(found, zone),
            still_to_give(found),
            today=timezone.localdate(),
            due=found.due_on,
        ),
    }
    return render(request, "assess/analysis/over_time/_forecast.html", shown)


# /tracks/<track>/over-time/
@never_cache
@signed_in
@require_GET
def over_time(request: HttpRequest, track: UUID) -> HttpResponse:
    """Show people's labels over time, and the labels still to give."""
    found = organized_track(request, track)
    shown = {
        "track": found,
        "tab": "overview",
        "chart": _chart(found),
        "caption": CAPTION.format(zone=timezone.get_current_timezone_name()),
    }
    return render(request, "assess/analysis/over_time/page.html", shown)


# /tracks/<track>/over-time/<chart>.csv
@never_cache
@signed_in
@require_GET
def over_time_file(request: HttpRequest, track: UUID, chart: str) -> HttpResponse:
    """Return the chart's numbers as CSV."""
    drawn = _chart(organized_track(request, track))
    return chart_file(request, [drawn] if drawn else [], chart)
