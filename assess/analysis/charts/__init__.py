"""Charts: what there is to draw, with words, a table and a file of its numbers.

The browser draws them, with Observable Plot (static/js/charts, docs/decisions/0014). A
chart is a frozen dataclass:

- `Scatter`: large `Point`s over a cloud of small ones; identity line, front, corner;
- `Curves`: `Curve`s of `Place`s with bands, over topics or time;
- `Intervals`: rows of `Interval`s, with brackets around what can't be told apart;
- `Matrix`: counts in shaded cells.

All take `name` (a slug, unique on its page), `title`, and `says` (a sentence for who
can't see it). On a page,

    {% include "assess/analysis/charts/_chart.html" with chart=chart %}

shows it with its table, and with a link to `<name>.csv` beside the page's own address,
with the page's own query; and, once a page,

    {% include "assess/analysis/charts/_scripts.html" %}

among its scripts has it drawn. A page at `…/rankings/` has one more line,

    path("…/rankings/<slug:chart>.csv", views.rankings_file)

whose view makes the same charts from the same request and gives
`chart_file(request, charts, name)`. Pass `files=""` where a chart has no files.
"""

from assess.analysis.charts.axis import Axis, AxisTick
from assess.analysis.charts.chart import Chart, ChartTable, Column, Shape
from assess.analysis.charts.curves import Curve, CurvePoint, Curves
from assess.analysis.charts.files import chart_file
from assess.analysis.charts.intervals import Interval, IntervalChart
from assess.analysis.charts.matrix import MatrixChart
from assess.analysis.charts.scatter import Scatter, ScatterPoint

__all__ = [
    "Axis",
    "AxisTick",
    "Chart",
    "ChartTable",
    "Column",
    "Curve",
    "CurvePoint",
    "Curves",
    "Interval",
    "IntervalChart",
    "MatrixChart",
    "Scatter",
    "ScatterPoint",
    "Shape",
    "chart_file",
]
