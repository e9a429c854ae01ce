"""Charts: their data, with a description, a table and a CSV file.

The browser draws them, with Observable Plot (static/assess/analysis/charts,
docs/decisions/0014). A chart is a frozen dataclass:

- `Scatter`: large `Point`s over a cloud of small ones; identity line, front, corner;
- `Curves`: `Curve`s of `Place`s with bands, over topics or time;
- `Differences`: of two sides, row by row, drawn from zero;
- `Intervals`: rows of `Interval`s, with brackets around indistinguishable rows;
- `Matrix`: counts in shaded cells.

All have `name` (a slug, unique on its page), `title`, and `says` (a sentence for people
who cannot see the chart). On a page,

    {% include "assess/analysis/charts/_chart.html" with chart=chart %}

shows it with its table, and with a link to `<name>.csv` below the page's own URL, with
the page's own query. The chart is drawn if the page's scripts include, once,

    {% include "assess/analysis/charts/_scripts.html" %}

A page at `…/rankings/` has one more URL,

    path("…/rankings/<slug:chart>.csv", views.rankings_file)

whose view creates the same charts from the same request and returns
`chart_file(request, charts, name)`. Pass `files=""` if a chart has no files.
"""

from assess.analysis.charts.axis import Axis, AxisTick
from assess.analysis.charts.chart import Cell, Chart, ChartTable, Column, Shape
from assess.analysis.charts.curves import Curve, CurvePoint, Curves
from assess.analysis.charts.differences import Difference, DifferenceChart
from assess.analysis.charts.files import chart_file
from assess.analysis.charts.intervals import Interval, IntervalChart
from assess.analysis.charts.matrix import MatrixChart
from assess.analysis.charts.scatter import Scatter, ScatterPoint

__all__ = [
    "Axis",
    "AxisTick",
    "Cell",
    "Chart",
    "ChartTable",
    "Column",
    "Curve",
    "CurvePoint",
    "Curves",
    "Difference",
    "DifferenceChart",
    "Interval",
    "IntervalChart",
    "MatrixChart",
    "Scatter",
    "ScatterPoint",
    "Shape",
    "chart_file",
]
