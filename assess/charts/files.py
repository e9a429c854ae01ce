"""A page's charts as files: SVG with its own colours, CSV with every digit."""

from __future__ import annotations

from collections.abc import Iterable

from django.http import Http404, HttpResponse
from django.template.loader import render_to_string

from assess.charts.chart import Chart
from assess.downloads import CSV, csv_line

FORMS = {"svg": "image/svg+xml", "csv": CSV}


def chart_file(charts: Iterable[Chart], name: str, form: str) -> HttpResponse:
    """Give the named one of a page's charts as a file; 404 for any other name."""
    chart = next((each for each in charts if each.name == name), None)
    if chart is None or form not in FORMS:
        raise Http404
    text = as_svg(chart) if form == "svg" else as_csv(chart)
    answer = HttpResponse(text, content_type=FORMS[form])
    answer["Content-Disposition"] = f'attachment; filename="{name}.{form}"'
    return answer


def as_svg(chart: Chart) -> str:
    """Return a drawing that stands alone, in light colours."""
    return render_to_string("charts/file.svg", {"chart": chart})


def as_csv(chart: Chart) -> str:
    """Return the chart's table; undefined is an empty cell."""
    titles = [column.title for column in chart.table.columns]
    return "".join(map(csv_line, [titles, *chart.table.rows]))
