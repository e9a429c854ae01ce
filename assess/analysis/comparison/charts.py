"""The scatter of one cell of a comparison."""

from __future__ import annotations

from assess.analysis.charts import Axis, Scatter
from assess.analysis.comparison.cells import ComparisonCell
from assess.analysis.comparison.sides import BOARDS, ComparisonSide, SideScores
from assess.analysis.rankings.charts import heads_of, point_of, rounded

SIDE = 352  # of a drawing, small enough for two side by side


def scatter_of(
    cell: ComparisonCell,
    left: ComparisonSide,
    right: ComparisonSide,
    name: str,
    *,
    named: bool,
) -> Scatter:
    """Draw run means over topic–run points; names only for organizers."""
    point = point_of(named=named)
    return Scatter(
        name=name,
        title=f"{cell.title}: {right.says} against {left.says}",
        says="Large: a run’s mean. Small: a run on one topic.",
        x=_axis(left, cell.left),
        y=_axis(right, cell.right),
        heads=heads_of(named=named),
        points=[point(row.run, "all", row.a, row.b) for row in cell.means],
        cloud=[point(p.run, p.topic.name, p.a, p.b) for p in cell.points],
        identity=cell.left.measure == cell.right.measure and left.family != BOARDS,
        corner=[
            f"τ {level.title}: {rounded(level.way.tau)}"
            for level in cell.levels
            if level.way.tau.value is not None
        ],
        side=SIDE,
    )


def _axis(side: ComparisonSide, scores: SideScores) -> Axis:
    title = f"{scores.measure.title} of {side.says}"
    if scores.topics:
        return Axis(title, low=0)
    return Axis(f"{side.says}, lower is better" if scores.sign < 0 else side.says)
