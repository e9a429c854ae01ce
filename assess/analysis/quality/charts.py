"""The charts of one person's labels by stretches."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from assess.analysis.charts import Axis, Chart, Curve, CurvePoint, Curves
from assess.analysis.quality.figures import Figures, Stretch
from assess.analysis.quality.records import LabelledWork
from assess.judging.kernel.agreement import Measured

Get = Callable[[Figures], Measured]


def charts_of(
    work: LabelledWork, drift: Sequence[Stretch], titles: Mapping[str, str]
) -> list[Chart]:
    """Return the charts over time; none if there is only one stretch."""
    if len(drift) < 2:
        return []
    bands = [
        _Band("pace", "Seconds a label", "median", _seconds, None),
        _Band("agreement", "Agreement with others", "equal", _agreement, 1.0),
        _Band("tests", "Right on test items", "right", _right, 1.0),
    ]
    drawn = [
        _curve(work, drift, band)
        for band in bands
        if any(band.get(each.figures).value is not None for each in drift)
    ]
    return [*drawn, _grades(work, drift, titles)]


class _Band(NamedTuple):
    name: str
    title: str
    line: str
    get: Get
    high: float | None


def _seconds(figures: Figures) -> Measured:
    return figures.seconds


def _agreement(figures: Figures) -> Measured:
    return figures.agreement


def _right(figures: Figures) -> Measured:
    return figures.right


def _curve(work: LabelledWork, drift: Sequence[Stretch], band: _Band) -> Chart:
    return Curves(
        name=f"{work.name}-{band.name}",
        title=f"{band.title}: {work.title.lower()}",
        says="Stretch by stretch in the order of labelling, with 95 % intervals.",
        x=Axis("labels", low=0),
        y=Axis(band.title.lower(), low=0, high=band.high),
        curves=[Curve(band.line, _places(drift, band.get))],
        decimals=(0, 2),
    )


def _grades(
    work: LabelledWork, drift: Sequence[Stretch], titles: Mapping[str, str]
) -> Chart:
    values = list(dict.fromkeys(v for each in drift for v in each.figures.grades))
    return Curves(
        name=f"{work.name}-grades",
        title=f"Share of each grade: {work.title.lower()}",
        says="Stretch by stretch; the intervals are in the table.",
        x=Axis("labels", low=0),
        y=Axis("share", low=0, high=1),
        curves=[
            Curve(titles.get(value, value), _places(drift, _share_of(value)))
            for value in values
        ],
        decimals=(0, 2),
    )


def _share_of(value: str) -> Get:
    return lambda figures: figures.grades.get(value, Measured(None))._replace(
        low=None, high=None
    )


def _places(drift: Sequence[Stretch], get: Get) -> list[CurvePoint]:
    found = ((each, get(each.figures)) for each in drift)
    return [
        CurvePoint(
            (each.start + each.end) / 2,
            measured.value,
            measured.low,
            measured.high,
            f"labels {each.start:,} to {each.end:,}",
        )
        for each, measured in found
    ]
