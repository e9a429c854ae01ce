"""The chart of labels given so far, day by day, and of those handed out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from itertools import pairwise

from django.utils.formats import date_format

from assess.analysis.charts import Axis, AxisTick, Curve, CurvePoint, Curves
from assess.analysis.over_time.history import DAY, HOUR, MINUTE, MONDAY, ByKind, Span
from assess.judging.kinds import all_kinds

TICKS = 6  # most ticks below the chart
WEEK = 7 * DAY
STEPS = (
    *(MINUTE * many for many in (1, 2, 5, 10, 15, 30)),
    *(HOUR * many for many in (1, 2, 3, 6, 12)),
    *(DAY * many for many in (1, 2, 7, 14, 28)),
)


def given_chart(spans: Sequence[Span], left: ByKind) -> Curves | None:
    """Return the labels of each kind over time; None if there are none yet.

    left: labels still to give, by kind. A horizontal line shows the total: labels given
    and labels left.
    """
    if not spans:
        return None
    given: Counter[str] = Counter()
    for span in spans:
        given.update(span.labels)
    asked = given + Counter(left)
    titles = {kind.name: kind.title for kind in all_kinds() if asked[kind.name]}
    curves = [
        Curve(title, _places(spans, name), more=_of(given[name], asked[name]))
        for name, title in titles.items()
    ]
    if len(curves) > 1:
        whole = _of(given.total(), asked.total())
        curves.insert(0, Curve("All", _places(spans), more=whole))
    return Curves(
        name="labels",
        title="Labels by people over time",
        says=_says(spans, given.total(), asked.total()),
        x=_axis(spans),
        y=Axis("labels so far", low=0),
        curves=curves,
        level=(asked.total(), f"{asked.total():,} asked for"),
        decimals=(0, 0),
        width=620,
    )


def _of(given: int, asked: int) -> str:
    return f": {given:,} of {asked:,}"


def _says(spans: Sequence[Span], given: int, asked: int) -> str:
    first, last = _called(spans[0]), _called(spans[-1])
    when = first if first == last else f"{first} to {last}"
    return f"{given:,} of {asked:,} labels that are asked for are given, {when}."


def _places(spans: Sequence[Span], kind: str = "") -> list[CurvePoint]:
    """Return the sum at the end of each span, and at the end of each gap."""
    total, found = 0, []
    for span, gap in _with_gaps(spans):
        if gap:
            before = span._replace(start=span.start - span.width)
            found.append(_place(spans[0], before, total))
        total += span.labels.get(kind, 0) if kind else sum(span.labels.values())
        found.append(_place(spans[0], span, total))
    return found


def _with_gaps(spans: Sequence[Span]) -> Iterator[tuple[Span, bool]]:
    """Yield each span, and whether there is a gap right before it."""
    yield spans[0], True
    for before, span in pairwise(spans):
        yield span, span.start - before.start > span.width


def _place(first: Span, span: Span, total: int) -> CurvePoint:
    return CurvePoint(
        _across(first, span.start + span.width), total, says=_called(span)
    )


def _across(first: Span, at: datetime) -> float:
    return (at - first.start) / first.width


def _called(span: Span) -> str:
    if span.width == DAY:
        return date_format(span.start, "j M Y")
    return date_format(span.start, "j M Y, H:i")


def _axis(spans: Sequence[Span]) -> Axis:
    first, last = spans[0], spans[-1]
    ends = last.start + last.width
    step = _step(first.width, ends - first.start)
    clock = "j M" if step >= DAY else "H:i"
    at = first.start + (MONDAY - first.start) % step
    ticks = []
    while at <= ends:
        ticks.append(AxisTick(_across(first, at), date_format(at, clock)))
        at += step
    return Axis(
        _title(first, step), low=0, high=_across(first, ends), ticks=tuple(ticks)
    )


def _step(width: timedelta, whole: timedelta) -> timedelta:
    """Return the time between two ticks: round on a clock, or weeks from Mondays."""
    enough = (each for each in STEPS if each >= width and whole <= TICKS * each)
    return next(enough, -(-whole // (TICKS * WEEK)) * WEEK)


def _title(first: Span, step: timedelta) -> str:
    return "day" if step >= DAY else f"time, from {_called(first)}"
