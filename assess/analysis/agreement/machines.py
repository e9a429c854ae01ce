"""Machines and imports compared with one judge, as in the relevance judgment task."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from django.db.models import Q

from assess.analysis.agreement.ordering import SEED, order_of, without
from assess.analysis.agreement.pairs import UNDEFINED, pair_of
from assess.judging.kernel.agreement import Measured, Resampling, clusters_of
from assess.judging.kinds import Kind, Shorter
from assess.judging.labels.overlap import Aligned, Side, align
from assess.judging.labels.reader import EVERYTHING, LabelColumns, label_columns
from assess.judging.labels.scales import Scales, scales_of
from assess.judging.models import Judge
from runs.models import Topic


@dataclass(frozen=True)
class Against:
    """One judge compared with another, over the items that both judged.

    missing: items of the other that it did not judge. agreement: share of equal labels,
    None if the scales have no label in common. kappa (plain and weighted), over, under
    (shares above and below the other's label): None if the scales differ. at_cut: kappa
    of labels cut in two, if either scale has two labels; cut: the lowest label above.
    alike, tied, reversed: shares of the pairs of one topic's items that the other judge
    distinguished, over all pairs; those that end in mean: averaged over the topics that
    have such pairs. pairs: their number. tau: tau_b of the two judges' labels on a
    topic, averaged over the topics where both distinguish any items.
    """

    judge: int  # row number
    n: int
    missing: int
    agreement: Measured
    kappa: Measured
    kappa_linear: Measured
    kappa_quadratic: Measured
    reason: str
    at_cut: Measured
    cut: str
    alike: Measured
    tied: Measured
    reversed: Measured
    alike_mean: Measured
    tied_mean: Measured
    reversed_mean: Measured
    tau: Measured
    pairs: int
    over: Measured
    under: Measured


def against(
    other: Judge,
    kind: Kind,
    judges: Sequence[Judge],
    *,
    topics: Sequence[Topic] = (),
    shorter: Shorter,
) -> list[Against]:
    """Compare judges with another one on the items of the topics that it judged."""
    where = Q(**{f"{kind.topic}__in": [topic.pk for topic in topics]})
    theirs = label_columns(other, kind, where=where if topics else EVERYTHING)
    if not topics:
        on = align([theirs], kind, other.track).topics
        where = Q(**{f"{kind.topic}__in": np.unique(on).tolist()})
    return [
        _against(
            theirs,
            label_columns(judge, kind, where=where),
            (Side(judge), Side(other)),
            kind,
            shorter,
        )
        for judge in judges
    ]


def _against(
    theirs: LabelColumns,
    ours: LabelColumns,
    sides: tuple[Side, Side],
    kind: Kind,
    shorter: Shorter,
) -> Against:
    judge, other = sides[0].judge, sides[1].judge
    found = align([ours, theirs], kind, other.track)
    scales = scales_of(sides, found, kind, shorter)
    apart = np.isin(found.categories, kind.apart(other.track))
    pair = pair_of(found, 0, 1, scales=scales, apart=apart)
    ordered = without(found, apart)
    over, under = _graded(ordered, scales)
    order = order_of(ordered)
    return Against(
        judge=judge.pk,
        n=pair.n,
        missing=pair.only_b,
        agreement=pair.agreement,
        kappa=pair.kappa,
        kappa_linear=pair.kappa_linear,
        kappa_quadratic=pair.kappa_quadratic,
        reason=pair.reason,
        at_cut=pair.at_cut.kappa if pair.at_cut else UNDEFINED,
        cut=pair.at_cut.b if pair.at_cut else "",
        alike=order.alike,
        tied=order.tied,
        reversed=order.reversed,
        alike_mean=order.alike_mean,
        tied_mean=order.tied_mean,
        reversed_mean=order.reversed_mean,
        tau=order.tau,
        pairs=order.pairs,
        over=over,
        under=under,
    )


def _graded(found: Aligned, scales: Scales) -> tuple[Measured, Measured]:
    """Return the shares of items labelled higher and lower, on one scale only."""
    if not len(found.codes) or any(scales.differ(0, 1, np.unique(found.topics))):
        return UNDEFINED, UNDEFINED
    drawn = Resampling(
        clusters_of(found.topics, found.codes), rng=np.random.default_rng(SEED)
    )
    ours, theirs = found.codes.T
    of = drawn.clusters.of
    n = np.bincount(of)
    return (
        drawn.share(np.bincount(of, ours > theirs), n),
        drawn.share(np.bincount(of, ours < theirs), n),
    )
