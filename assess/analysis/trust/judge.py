"""One judge compared with people: kind by kind, by topic, by run and by label."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.http import urlencode

from assess.analysis.agreement.page import topics_by_number, value_of
from assess.analysis.agreement.pairs import JudgePair
from assess.analysis.agreement.questions import AgreementQuestion, answered
from assess.analysis.charts.curves import Curves
from assess.analysis.trust.differences import Differences, differences
from assess.analysis.trust.figures import TrustFigure, pair_figure
from assess.analysis.trust.fitness import Fitness, fitness_of
from assess.analysis.trust.money import kappa_by_money
from assess.analysis.trust.thresholds import Thresholds, thresholds_of
from assess.judging.judges.order import behind_of, in_order, peoples
from assess.judging.kernel.agreement import Measured
from assess.judging.kinds import Kind, kinds_of
from assess.judging.labels.overlap import Side, judges_with_labels
from assess.judging.models import Judge
from config.operations.single_reads import rows_once
from runs.models import Topic

NAMED = 3  # topics with the lowest agreement


class TopicShare(NamedTuple):
    """The share of equal labels on one topic, over n items."""

    topic: Topic
    share: float
    n: int


class JudgeTrust(NamedTuple):
    """A judge against people on one kind of label.

    lowest: the topics with the lowest agreement. apart: None if the scales differ.
    fitness: what its labels may be used for. money: κ by what a model's labels cost,
    None without a price.
    """

    kind: Kind
    other: Judge
    agreement: Measured
    figure: TrustFigure
    lowest: list[TopicShare]
    apart: Differences | None
    fitness: Fitness
    money: Curves | None
    link: str  # the query of the page of agreement


def judge_trust(judge: Judge) -> list[JudgeTrust]:
    """Return the kinds on which a judge and people share any item."""
    thresholds = thresholds_of(judge.track)
    every = (_kind(judge, kind, thresholds) for kind in kinds_of(judge.track))
    return [each for each in every if each]


def _kind(judge: Judge, kind: Kind, thresholds: Thresholds) -> JudgeTrust | None:
    judges = rows_once(judges_with_labels(judge.track, kind))
    if judge not in judges:
        return None
    other = _people(judge, judges)
    if other is None:
        return None
    question = AgreementQuestion(judge.track, kind, (Side(judge), Side(other)))
    (pair,) = answered(question).pairs
    if not pair.n:
        return None
    a, b = map(value_of, question.sides)
    figure = pair_figure(pair)
    apart = None if pair.kappa.value is None else differences(question)
    return JudgeTrust(
        kind,
        other,
        pair.agreement,
        figure,
        _lowest(judge, pair),
        apart,
        fitness_of(figure, apart, thresholds),
        kappa_by_money(question),
        urlencode({"kind": kind.name, "a": a, "b": b}),
    )


def _people(judge: Judge, judges: list[Judge]) -> Judge | None:
    """Return the first people's judge that shares no labels with this one."""
    behind = behind_of(judges, judges)
    peoples_own = peoples(judges)
    others = (each for each in in_order(judges) if each.pk in peoples_own)
    apart = (each for each in others if not behind[each.pk] & behind[judge.pk])
    return next(apart, None)


def _lowest(judge: Judge, pair: JudgePair) -> list[TopicShare]:
    topics = topics_by_number(judge.track)
    shares = [
        TopicShare(topics[each.topic], each.agreement, each.n)
        for each in pair.topics
        if each.agreement is not None and each.topic in topics
    ]
    return sorted(shares, key=lambda each: (each.share, each.topic.pk))[:NAMED]
