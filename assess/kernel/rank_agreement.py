"""How far two conditions rank the same runs alike (method 9; P1 4, P4 4.1)."""

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import NamedTuple, TypeVar

K = TypeVar("K")
Run = TypeVar("Run")
Topic = TypeVar("Topic")

# Equal means of the same scores may differ in their last bit; a tie must stay one.
_DIGITS = 12


class RankAgreement(NamedTuple):
    """The rank correlation of two score lists over n shared items.

    left_out: shared items whose score is None on a side. Both coefficients are None
    where n < 2 or a side is constant.
    """

    n: int
    kendall_tau: float | None
    spearman_rho: float | None
    left_out: int = 0


class TopicAgreement(NamedTuple):
    """Correlations per topic, averaged over n topics; left_out have none."""

    n: int
    kendall_tau: float | None
    spearman_rho: float | None
    left_out: int = 0


class ThreeWays(NamedTuple):
    """The three ways to correlate two conditions."""

    run_means: RankAgreement
    per_topic: TopicAgreement
    all_pairs: RankAgreement


def rank_agreement(
    a: Mapping[K, float | None], b: Mapping[K, float | None]
) -> RankAgreement:
    """Correlate two score maps over the keys that both hold.

    Kendall's tau_b = (C - D) / sqrt((C + D + T_a)(C + D + T_b)) and Spearman's rho =
    the correlation of the mid-ranks. Scores are compared to 12 decimals.
    """
    shared = [key for key in a if key in b]
    pairs = [
        (x, y)
        for key in shared
        if (x := a[key]) is not None and (y := b[key]) is not None
    ]
    tau, rho = _correlations([x for x, _ in pairs], [y for _, y in pairs])
    return RankAgreement(len(pairs), tau, rho, len(shared) - len(pairs))


def _correlations(
    a: Sequence[float], b: Sequence[float]
) -> tuple[float | None, float | None]:
    # Costs over a second to import, which no other page or command should wait for.
    from scipy.stats import kendalltau, spearmanr  # noqa: PLC0415

    x = [round(value, _DIGITS) for value in a]
    y = [round(value, _DIGITS) for value in b]
    if len(set(x)) < 2 or len(set(y)) < 2:
        return None, None
    tau = kendalltau(x, y, variant="b").statistic
    rho = spearmanr(x, y).statistic
    return float(tau), float(rho)


def three_ways(
    a: Mapping[tuple[Run, Topic], float | None],
    b: Mapping[tuple[Run, Topic], float | None],
) -> ThreeWays:
    """Correlate two conditions' scores per (run, topic) in the three ways.

    Of run means: each run's mean over the topics in which both score it. Per topic,
    then averaged: a topic without a correlation is left out and counted. Over all
    (run, topic) pairs. An unanswered topic must come as 0 where it counts 0.
    """
    return ThreeWays(
        run_means=rank_agreement(*_run_means(a, b)),
        per_topic=topic_average(a, b),
        all_pairs=rank_agreement(a, b),
    )


def _run_means(
    a: Mapping[tuple[Run, Topic], float | None],
    b: Mapping[tuple[Run, Topic], float | None],
) -> tuple[dict[Run, float | None], dict[Run, float | None]]:
    scores_a: dict[Run, list[float]] = defaultdict(list)
    scores_b: dict[Run, list[float]] = defaultdict(list)
    for (run, topic), x in a.items():
        y = b.get((run, topic))
        if x is not None and y is not None:
            scores_a[run].append(x)
            scores_b[run].append(y)
    return _means(scores_a), _means(scores_b)


def _means(scores: Mapping[Run, Sequence[float]]) -> dict[Run, float | None]:
    return {run: math.fsum(values) / len(values) for run, values in scores.items()}


def topic_average(
    a: Mapping[tuple[Run, Topic], float | None],
    b: Mapping[tuple[Run, Topic], float | None],
) -> TopicAgreement:
    """Correlate runs topic by topic, then average over the topics that have one."""
    topics: dict[Topic, list[tuple[Run, Topic]]] = defaultdict(list)
    for key in a:
        if key in b:
            topics[key[1]].append(key)
    found = [
        rank_agreement({key: a[key] for key in keys}, {key: b[key] for key in keys})
        for keys in topics.values()
    ]
    taus = [each.kendall_tau for each in found if each.kendall_tau is not None]
    rhos = [each.spearman_rho for each in found if each.spearman_rho is not None]
    return TopicAgreement(
        n=len(taus),
        kendall_tau=fmean(taus) if taus else None,
        spearman_rho=fmean(rhos) if rhos else None,
        left_out=len(found) - len(taus),
    )
