"""A track's report, for everybody who may see its scores."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from accounts.decorators import signed_in
from assess.analysis.charts import chart_file
from assess.analysis.report.sections import charts_of, written
from runs.views.visibility import seen_track


# /tracks/<track>/report/
@never_cache
@signed_in
@require_GET
def report(request: HttpRequest, track: UUID) -> HttpResponse:
    """Show all results of a track that its reader may see, for printing."""
    seen = seen_track(request, track)
    shown = written(seen) | {"made_at": timezone.now(), "tab": "report"}
    return render(request, "assess/analysis/report/page.html", shown)


# /tracks/<track>/report/<chart>.csv
@signed_in
@require_GET
def report_chart(request: HttpRequest, track: UUID, chart: str) -> HttpResponse:
    """Return the numbers of one of the report's charts."""
    charts = charts_of(seen_track(request, track))
    if not charts:
        raise Http404
    return chart_file(request, charts, chart)
