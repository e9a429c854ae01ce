"""A chart of each type, with hostile text in it."""

from assess.analysis.charts import (
    Axis,
    Chart,
    Curve,
    CurvePoint,
    Curves,
    Interval,
    IntervalChart,
    MatrixChart,
    Scatter,
    ScatterPoint,
)
from assess.analysis.kernel.neighbours import NeighbourGroup

HOSTILE = '<script>"&'

SCATTER = Scatter(
    name="scatter",
    title="Two conditions",
    says="Run means over topics.",
    x=Axis("manual", low=0, high=1),
    y=Axis("automatic", low=0, high=1),
    heads=("run", "task"),
    points=[
        ScatterPoint(0.25, 0.5, (HOSTILE, "RAG"), label="first"),
        ScatterPoint(0.9, 0.1, ("b", "AG")),
    ],
    cloud=[ScatterPoint(0.125, 0.75, (HOSTILE, "t1"), shape="square")],
    identity=True,
    front=[ScatterPoint(0.25, 0.5), ScatterPoint(0.9, 0.1)],
    corner=["τ 0.7832"],
    legend=[("circle", "RAG"), ("square", "AG")],
)
CURVES = Curves(
    name="settling",
    title="τ by topics",
    x=Axis("topics"),
    y=Axis("τ", low=-1, high=1),
    curves=[
        Curve(
            HOSTILE,
            [
                CurvePoint(1, None),
                CurvePoint(2, 0.5, 0.25, 0.75),
                CurvePoint(3, 0.5, 0.3, 0.7),
            ],
        ),
        Curve("expected", [CurvePoint(3, 0.5), CurvePoint(9, 0.75)], dashed=True),
    ],
    level=(0.8, "wanted"),
)
INTERVALS = IntervalChart(
    name="board",
    title="V_strict",
    axis=Axis("V_strict"),
    rows=[
        Interval(HOSTILE, 0.5, 0.4, 0.6),
        Interval("b", 0.45, 0.4, 0.5),
        Interval("c", None),
    ],
    groups=[NeighbourGroup(0, 1)],
)
MATRIX = MatrixChart(
    name="labels",
    title="Labels of two judges",
    down="ada",
    across="bea",
    rows=["0", HOSTILE],
    columns=["0", HOSTILE],
    cells=[[10, 2], [0, None]],
)
CHARTS: list[Chart] = [SCATTER, CURVES, INTERVALS, MATRIX]
