"""What the page of rankings shows of two conditions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from assess.kernel.rank_agreement import ThreeWays
from nuggets.kernel.scatter import Mark, Shape, Spot, Tick, marks, ticks
from nuggets.models import Condition
from nuggets.scores.basis import Basis
from nuggets.scores.ranks import Ranks
from runs.models import Run, Track

SHAPES: dict[str, Shape] = {Run.RAG: "circle", Run.AG: "square"}


class WayRow(NamedTuple):
    """One way to correlate two conditions."""

    title: str
    n: int
    unit: str
    tau: float | None
    rho: float | None
    left_out: int


class MetricRow(NamedTuple):
    """One metric's correlations, in the three ways."""

    metric: str
    ways: ThreeWays


class Line(NamedTuple):
    """A line of text in the chart's corner: how far down, and what it says."""

    y: int
    says: str


@dataclass(frozen=True)
class Chart:
    """The scatter of two conditions, ready to draw."""

    x: str
    y: str
    runs: list[Mark]
    cloud: list[Mark]
    ticks: list[Tick]
    corner: list[Line]
    shapes: str


def way_rows(ways: ThreeWays) -> list[WayRow]:
    """Return the three ways to correlate, as rows of a table."""
    means, topics, pairs = ways
    return [
        WayRow("run means", means.n, "runs", *means[1:]),
        WayRow("per topic, averaged", topics.n, "topics", *topics[1:]),
        WayRow("all topic–run pairs", pairs.n, "pairs", *pairs[1:]),
    ]


def metric_rows(ranks: Ranks) -> list[MetricRow]:
    """Return every metric's correlations."""
    return [MetricRow(name, ways) for name, ways in ranks.ways.items()]


def chart_of(ranks: Ranks) -> Chart:
    """Return the scatter of run means over the cloud of topic–run points."""
    runs = [
        Spot(pair.a, pair.b, _shape(pair.run), _says(pair.run.name, pair.a, pair.b))
        for pair in ranks.pairs
    ]
    cloud = [
        Spot(
            each.a,
            each.b,
            _shape(each.run),
            _says(f"{each.run.name}, topic {each.topic}", each.a, each.b),
        )
        for each in ranks.cloud
    ]
    return Chart(
        x=said(ranks.a.basis),
        y=said(ranks.b.basis),
        runs=marks(runs, radius=5.0),
        cloud=marks(cloud, radius=3.0),
        ticks=ticks(),
        corner=_corner(ranks.leading),
        shapes=_legend(ranks),
    )


def _corner(ways: ThreeWays) -> list[Line]:
    return [
        Line(
            34 + 16 * place,
            f"τ {row.title}: " + ("–" if row.tau is None else f"{row.tau:.3f}"),
        )
        for place, row in enumerate(way_rows(ways))
    ]


def said(basis: Basis) -> str:
    """Return a basis in a few words, machines plainly named."""
    return f"{basis.bank}, {basis.judge.full_name}"


def _shape(run: Run) -> Shape:
    return SHAPES.get(run.task, "triangle")


def _says(name: str, a: float, b: float) -> str:
    return f"{name}: {a:.4f} and {b:.4f}"


def _legend(ranks: Ranks) -> str:
    names = {"circle": "circles", "square": "squares", "triangle": "triangles"}
    tasks = sorted({pair.run.task for pair in ranks.pairs})
    said = [f"{task.upper()} {names[SHAPES.get(task, 'triangle')]}" for task in tasks]
    return ", ".join(said)


def first_conditions(track: Track) -> dict[str, str]:
    """Return two saved conditions to compare, where nobody chose."""
    saved = Condition.objects.filter(track=track)[:2]
    if len(saved) < 2:
        return {}
    return {"left": str(saved[0].uuid), "right": str(saved[1].uuid)}
