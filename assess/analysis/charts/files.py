"""A page's charts as CSV files with every digit."""

from __future__ import annotations

from collections.abc import Iterable

from django.http import Http404, HttpRequest, HttpResponse

from assess.analysis.charts.chart import Chart
from assess.exchange.cells import SHEET, Cells, cells_asked
from assess.exchange.downloads import CSV


def chart_file(
    request: HttpRequest, charts: Iterable[Chart], name: str
) -> HttpResponse:
    """Return the numbers of one of a page's charts; 404 for any other name."""
    chart = next((each for each in charts if each.name == name), None)
    if chart is None:
        raise Http404
    answer = HttpResponse(as_csv(chart, cells_asked(request.GET)), content_type=CSV)
    answer["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return answer


def as_csv(chart: Chart, cells: Cells = SHEET) -> str:
    """Return the chart's table; undefined is an empty cell."""
    titles = [column.title for column in chart.table.columns]
    return "".join(map(cells.line, [titles, *chart.table.rows]))
