"""One judge compared with people: kind by kind, by topic, and by run."""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

import numpy as np
from django.db.models import F
from django.utils.http import urlencode

from assess.analysis.agreement.comparison import numbers_of
from assess.analysis.agreement.page import topics_by_number, value_of
from assess.analysis.agreement.pairs import JudgePair
from assess.analysis.agreement.questions import AgreementQuestion, answered
from assess.analysis.trust.figures import TrustFigure, pair_figure
from assess.judging.judges.order import behind_of, in_order, peoples
from assess.judging.kernel.agreement import UNLABELLED, Measured
from assess.judging.kinds import Kind, kinds_of
from assess.judging.labels.cache import unchanged
from assess.judging.labels.overlap import (
    Side,
    align,
    judges_behind,
    judges_with_labels,
    read_sides,
)
from assess.judging.models import Judge
from config.operations.single_reads import rows_once
from runs.models import Run, Topic

NAMED = 3  # topics with the lowest agreement


class TopicShare(NamedTuple):
    """The share of equal labels on one topic, over n items."""

    topic: Topic
    share: float
    n: int


class RunDifference(NamedTuple):
    """How much higher a judge labels a run's items: the mean in steps of the scale."""

    run: Run
    mean: float
    n: int


class JudgeTrust(NamedTuple):
    """A judge against people on one kind of label.

    lowest: the topics with the lowest agreement. runs: from the most favoured down;
    empty if the scales differ, or if the kind judges no response.
    """

    kind: Kind
    other: Judge
    agreement: Measured
    figure: TrustFigure
    lowest: list[TopicShare]
    runs: list[RunDifference]
    link: str  # the query of the page of agreement


def judge_trust(judge: Judge) -> list[JudgeTrust]:
    """Return the kinds on which a judge and people share any item."""
    every = (_kind(judge, kind) for kind in kinds_of(judge.track))
    return [each for each in every if each]


def _kind(judge: Judge, kind: Kind) -> JudgeTrust | None:
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
    return JudgeTrust(
        kind,
        other,
        pair.agreement,
        pair_figure(pair),
        _lowest(judge, pair),
        _runs(question, pair),
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


def _runs(question: AgreementQuestion, pair: JudgePair) -> list[RunDifference]:
    if pair.kappa.value is None or len(question.kind.responses) != 1:
        return []
    sums = unchanged(
        [side.judge for side in question.sides],
        ("run-differences", question.kind.name),
        lambda: _differences(question),
    )
    runs = Run.objects.visible().in_bulk(list(sums))
    found = [
        RunDifference(runs[pk], total / n, n)
        for pk, (total, n) in sums.items()
        if pk in runs
    ]
    return sorted(found, key=lambda each: (-each.mean, each.run.name))


def _differences(question: AgreementQuestion) -> dict[int, tuple[float, int]]:
    """Return {run: (sum of the differences in steps of the scale, items)}."""
    kind, track = question.kind, question.track
    found = align(read_sides(question.sides, kind), kind, track)
    apart = np.isin(found.categories, kind.apart(track))
    both = ((found.codes != UNLABELLED) & ~apart[found.codes]).all(axis=1)
    numbers = numbers_of(found.categories)[found.codes[both]]
    runs = _runs_of(question)
    sums: dict[int, tuple[float, int]] = defaultdict(lambda: (0.0, 0))
    steps = (numbers[:, 0] - numbers[:, 1]).tolist()
    for item, step in zip(map(tuple, found.items[both].tolist()), steps, strict=True):
        total, n = sums[runs[item]]
        sums[runs[item]] = (total + step, n + 1)
    return dict(sums)


def _runs_of(question: AgreementQuestion) -> dict[tuple[int, ...], int]:
    """Return the run of each item that the second judge labelled."""
    kind = question.kind
    labels = kind.model.objects.filter(judge__in=judges_behind(question.sides[1].judge))
    run = F(f"{kind.responses[0]}__run")
    rows = labels.order_by().values_list(*kind.columns, run)
    return {tuple(item): pk for *item, pk in rows}
