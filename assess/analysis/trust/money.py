"""What a model's labels cost, and how well they agreed with people by then."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from decimal import Decimal
from typing import NamedTuple

from django.db.models import Max, QuerySet

from assess.analysis.agreement.questions import AgreementQuestion
from assess.analysis.charts.axis import Axis
from assess.analysis.charts.curves import Curve, CurvePoint, Curves
from assess.analysis.kernel.forecasts.growth import Grown, in_order
from assess.analysis.rankings.kappa import kappa_so_far
from assess.judging.kinds import Kind
from assess.judging.labels.availability import counted_labels
from assess.judging.labels.cache import unchanged
from assess.judging.labels.numbers import Ints
from assess.judging.labels.scales import shorter_on
from assess.judging.models import Judge, Label


class _Spent(NamedTuple):
    """The curve of kappa by topics, in the order of the judge's labels, and the cost.

    money: the sum paid up to and with each topic of the curve.
    """

    curve: list[Grown]
    money: list[float]
    cut: str


def kappa_by_money(question: AgreementQuestion) -> Curves | None:
    """Draw how kappa with the second side grew with what the first side's labels cost.

    None for judges without a price, and where kappa is undefined throughout.
    """
    judge = question.sides[0].judge
    if judge.kind != Judge.MODEL:
        return None
    found: _Spent | None = unchanged(
        [side.judge for side in question.sides],
        ("kappa by money", question.kind.name),
        lambda: _spent(question),
    )
    if found is None or all(each.so_far.value is None for each in found.curve):
        return None
    points = [
        CurvePoint(money, so_far.value, so_far.low, so_far.high, _says(money, topics))
        for money, (topics, so_far, _) in zip(found.money, found.curve, strict=True)
    ]
    cut = f", cut at {found.cut}" if found.cut else ""
    return Curves(
        name=f"money-{question.kind.name}",
        title=f"Cohen’s κ with {question.sides[1].judge} by money spent{cut}",
        says="With the 95 % interval over the topics so far.",
        x=Axis("paid for the labels of these topics", low=0),
        y=Axis("Cohen’s κ", high=1),
        curves=[Curve("as labelled", points)],
        decimals=(4, 3),
    )


def _says(money: float, topics: int) -> str:
    return f"{money:,.4f} for {topics:,} {'topic' if topics == 1 else 'topics'}"


def _spent(question: AgreementQuestion) -> _Spent | None:
    kind, judge = question.kind, question.sides[0].judge
    labels = counted_labels(kind, judge.track).filter(judge=judge, round=0)
    last = dict(labels.order_by().values_list(kind.topic).annotate(Max("at")))
    costs = _costs(labels, kind)
    if not any(costs.values()):
        return None
    ordered: list[int] = []

    def order(topics: Ints) -> list[int]:
        places = in_order([last.get(int(topic)) for topic in topics])
        ordered.extend(int(topics[place]) for place in places)
        return places

    grown = kappa_so_far(
        question.sides,  # type: ignore[arg-type]  # always two
        kind,
        sorted(last),
        order=order,
        shorter=shorter_on(kind, judge.track),
    )
    paid = [float(costs.get(topic, 0)) for topic in ordered]
    money = [sum(paid[: each.topics]) for each in grown.curve]
    return _Spent(grown.curve, money, grown.cut)


def _costs(labels: QuerySet[Label], kind: Kind) -> Mapping[int, Decimal]:
    """Return the cost of each topic's calls, by row number; labels may share one."""
    columns = (kind.topic, "call", "call__cost")
    paid = labels.exclude(call__cost=None).order_by().values_list(*columns)
    costs: dict[int, Decimal] = defaultdict(Decimal)
    for topic, _, cost in paid.distinct():
        costs[topic] += cost
    return costs
