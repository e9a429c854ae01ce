"""Charts drawn on the server: SVG with words, a table and two downloads each.

Why no library draws them: docs/decisions/0014. A chart is a frozen dataclass:

- `Scatter`: large `Point`s over a cloud of small ones; identity line, front, corner;
- `Curves`: `Curve`s of `Place`s with bands, over topics or time;
- `Intervals`: rows of `Interval`s, with brackets around what can't be told apart;
- `Matrix`: shaded cells, each with a link if wanted.

All take `name` (a slug, unique on its page), `title`, and `says` (a sentence for who
can't see it). On a page, with css/charts.css linked:

    {% include "charts/_chart.html" with chart=chart %}

draws it with its table and links to `<name>.svg` and `<name>.csv` beside the page's
own address, with the page's own query. So a page at `…/rankings/` has one more line,

    path("…/rankings/<slug:name>.<slug:form>", views.rankings_file)

whose view makes the same charts from the same request and gives
`chart_file(charts, name, form)`. Pass `files=""` where a chart has no files.
"""

from assess.charts.axis import Axis, Tick
from assess.charts.chart import Chart, Column, Table
from assess.charts.curves import Curve, Curves, Place
from assess.charts.files import chart_file
from assess.charts.intervals import Interval, Intervals
from assess.charts.matrix import Matrix
from assess.charts.plane import Shape
from assess.charts.scatter import Point, Scatter

__all__ = [
    "Axis",
    "Chart",
    "Column",
    "Curve",
    "Curves",
    "Interval",
    "Intervals",
    "Matrix",
    "Place",
    "Point",
    "Scatter",
    "Shape",
    "Table",
    "Tick",
    "chart_file",
]
