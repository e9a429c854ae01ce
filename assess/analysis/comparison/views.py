"""The page of a comparison over all families, and its files."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from accounts.decorators import signed_in
from assess.analysis.charts import chart_file
from assess.analysis.comparison.forms import RIGHTS, ComparisonForm
from assess.analysis.comparison.presets import links_of
from assess.analysis.comparison.sides import Sides
from assess.analysis.comparison.table import table_of
from assess.exchange.cells import cells_asked
from assess.exchange.downloads import download
from runs.views.visibility import Seen, seen_track


def _form(request: HttpRequest, seen: Seen) -> ComparisonForm:
    return ComparisonForm(request.GET, sides=Sides(seen.track))


# /tracks/<track>/agreement/comparison/
@never_cache
@signed_in
@require_GET
def comparison(request: HttpRequest, track: UUID) -> HttpResponse:
    """Compare a condition with others of any family, measure by measure."""
    seen = seen_track(request, track)
    form = _form(request, seen)
    table = table_of(seen, form)
    shown = {
        "track": seen.track,
        "organizes": seen.organizes,
        "tab": "comparison",
        "form": form,
        "rights": [form[name] for name in RIGHTS],
        "presets": links_of(form.sides),
        "table": table,
    }
    status = 422 if form.asked and form.errors else 200
    return render(request, "assess/analysis/comparison/page.html", shown, status=status)


# /tracks/<track>/agreement/comparison/comparison.csv
@signed_in
@require_GET
def comparison_csv(request: HttpRequest, track: UUID) -> HttpResponseBase:
    """Return the whole comparison as CSV."""
    seen = seen_track(request, track)
    table = table_of(seen, _form(request, seen))
    if table is None:
        raise Http404
    lines = table.lines(cells_asked(request.GET))
    return download(lines, f"{seen.track.slug}-comparison.csv")


# /tracks/<track>/agreement/comparison/<chart>.csv
@signed_in
@require_GET
def comparison_chart(request: HttpRequest, track: UUID, chart: str) -> HttpResponse:
    """Return the numbers of one cell's chart."""
    seen = seen_track(request, track)
    table = table_of(seen, _form(request, seen))
    return chart_file(request, table.charts if table else [], chart)
