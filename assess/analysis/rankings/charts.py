"""The charts of two compared rankings, and of how they settle."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from assess.analysis.charts import (
    Axis,
    Chart,
    Curve,
    CurvePoint,
    Curves,
    Interval,
    IntervalChart,
    Scatter,
    ScatterPoint,
    Shape,
)
from assess.analysis.kernel.condition_agreement import Estimate, Way
from assess.analysis.kernel.forecasts.growth import Grown
from assess.analysis.kernel.forecasts.horizon import SURE, Settling
from assess.analysis.rankings.comparison import RankingComparison
from assess.analysis.rankings.stability import SettlingState
from runs.models import Run

SHAPES: dict[str, Shape] = {Run.RAG: "circle", Run.AG: "square", Run.GEN: "diamond"}


def shape_of(run: Run) -> Shape:
    """Return the shape for a run's task."""
    return SHAPES.get(run.task, "triangle")


def heads_of(*, named: bool) -> tuple[str, ...]:
    """Return the caption of each point of a scatter."""
    return ("run", "topic", "task") if named else ("task",)


def point_of(*, named: bool) -> Callable[[Run, str, float, float], ScatterPoint]:
    """Return a function that draws a run on a topic."""

    def point(run: Run, topic: str, a: float, b: float) -> ScatterPoint:
        task = run.task.upper()
        names = (run.name, topic, task) if named else (task,)
        return ScatterPoint(a, b, names, shape_of(run))

    return point


def scatter(found: RankingComparison, left: str, right: str, *, named: bool) -> Scatter:
    """Draw run means over topic–run points; names only for organizers."""
    point = point_of(named=named)
    return Scatter(
        name="scatter",
        title=f"{found.measure.title}: {right} against {left}",
        says="Large: a run’s mean. Small: a run on one topic. Dashed: equal scores.",
        x=Axis(left, low=0, high=1),
        y=Axis(right, low=0, high=1),
        heads=heads_of(named=named),
        points=[point(row.run, "all", row.a, row.b) for row in found.runs],
        cloud=[point(s.run, s.topic.name, s.a, s.b) for s in found.spots],
        identity=True,
        corner=[f"τ {title}: {rounded(way.tau)}" for title, way in ways_of(found)],
        legend=[
            (shape_of(Run(task=task)), task.upper() or "no task")
            for task in sorted({row.run.task for row in found.runs})
        ],
    )


def ways_of(found: RankingComparison) -> list[tuple[str, Way]]:
    """Return the three ways with their names."""
    names = ("run means", "per topic", "all pairs")
    return list(zip(names, found.ways, strict=True))


def rounded(found: Estimate) -> str:
    """Return an estimate as a drawing shows it."""
    return "–" if found.value is None else f"{found.value:.3f}"


def correlations(found: RankingComparison) -> IntervalChart:
    """Draw tau with its intervals: three ways, by task, by measure."""
    rows = [
        *((f"{found.measure.title}, {name}", way.tau) for name, way in ways_of(found)),
        *((f"{part.title}, run means", part.way.tau) for part in found.tasks),
        *((f"{part.title}, run means", part.way.tau) for part in found.measures),
    ]
    unique = list(dict(rows).items())
    return IntervalChart(
        name="tau",
        title=f"Kendall’s τ{' with 95 % intervals' if found.has_intervals else ''}",
        axis=Axis("Kendall’s τ"),
        head="over",
        rows=[Interval(name, tau.value, tau.low, tau.high) for name, tau in unique],
    )


def charts_of_settling(found: SettlingState) -> list[Chart]:
    """Return the charts that have data: tau and kappa by topics, and the settling."""
    charts: list[Chart] = []
    if found.tau:
        charts.append(_growth("tau", "Kendall’s τ of run means", found.tau))
    if found.kappa.curve:
        charts.append(_growth("kappa", _of_labels(found), found.kappa.curve))
    if found.horizon and found.horizon.now.tau is not None:
        charts.append(_horizon(found.horizon))
    return charts


def _of_labels(found: SettlingState) -> str:
    cut = f", cut at {found.kappa.cut}" if found.kappa.cut else ""
    return f"Cohen’s κ of the labels{cut}"


def _growth(name: str, title: str, grown: Sequence[Grown]) -> Curves:
    in_order = [
        CurvePoint(each.topics, each.so_far.value, each.so_far.low, each.so_far.high)
        for each in grown
    ]
    any_order = [CurvePoint(each.topics, each.any_order) for each in grown]
    return Curves(
        name=name,
        title=f"{title} by topics judged",
        says="With the 95 % interval over the topics so far; dashed: any order, mean.",
        x=Axis("topics judged", low=0),
        y=Axis(title, high=1),
        curves=[
            Curve("as judged", in_order),
            Curve("any order", any_order, dashed=True),
        ],
    )


def _horizon(found: Settling) -> Curves:
    def curve(title: str, values: Iterable[float | None]) -> Curve:
        steps = zip(found.path, values, strict=True)
        return Curve(title, [CurvePoint(step.n, value) for step, value in steps])

    return Curves(
        name="settling",
        title="What to expect of the ranking by topics judged in all",
        says="Simulated: the chance that the top is stable, and the correlation with "
        "the ranking over unlimited topics.",
        x=Axis("topics in all"),
        y=Axis("chance, or correlation", high=1),
        curves=[
            curve("top is stable", (step.settled for step in found.path)),
            curve("τ", (step.tau for step in found.path)),
            curve("τ_AP", (step.tau_ap for step in found.path)),
        ],
        level=(SURE, f"settled: {SURE:.0%}"),
        decimals=(0, 3),
    )
