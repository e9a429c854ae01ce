"""A leaderboard as a chart: the runs' means of one measure with their intervals."""

from __future__ import annotations

from assess.analysis.charts import Axis, Interval, IntervalChart
from assess.analysis.scores.leaderboard.page import BoardPage
from assess.analysis.scores.leaderboard.rows import known


def leaderboard_chart(page: BoardPage, *, name: str) -> IntervalChart:
    """Return the runs in the page's order, with brackets if it has groups."""
    means, ends = page.board.mean(page.measure.name), page.intervals
    runs = page.board.scored.runs
    rows = zip(runs, means.tolist(), *ends.T.tolist(), strict=True)
    drawn = [
        Interval(run.name, known(mean), known(low), known(high))
        for run, mean, low, high in rows
    ]
    return IntervalChart(
        name=name,
        title=f"{page.measure.title} with 95 % intervals",
        says="Runs that share a bracket cannot be told apart." if page.lanes else "",
        axis=Axis(page.measure.title),
        rows=[drawn[row] for row in page.order],
        groups=page.groups,
    )
