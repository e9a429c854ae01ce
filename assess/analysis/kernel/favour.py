"""Whether a judge favours the answers of some runs, from its differences from people.

A judge may be lenient with everybody, which moves all runs alike. It favours a run if
it is more lenient with it than with the others, as models are with systems that are
built on them. The sums and counts of differences are given for each run and topic.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from assess.analysis.kernel.uncertainty import resamples
from assess.judging.kernel.agreement import WIDTHLESS

Floats = NDArray[np.float64]

SAMPLES = 1_000
LEVEL = 0.95
FEWEST = 2  # topics of an interval, and runs of a test


class Favour(NamedTuple):
    """The differences by run, (runs,) each; NaN where undefined.

    mean: of the items of a run; excess: that less the mean of all other runs' items,
    on the same topics; low, high: the interval of the excess. p: the probability that
    chance gives runs at least as different, None with fewer than two runs.
    """

    mean: Floats
    excess: Floats
    low: Floats
    high: Floats
    p: float | None


def favour(sums: Floats, counts: Floats, *, rng: np.random.Generator) -> Favour:
    """Return how a judge's differences from people depend on the run.

    sums, counts: (runs, topics), of the differences and of the items; 0 where a run has
    no item. The interval is the percentiles of 1,000 samples of topics; NaN with fewer
    than two topics, or if no sample differs.
    """
    drawn = resamples(sums.shape[1], SAMPLES, rng=rng)
    excess = _excess(sums, counts, np.ones((1, sums.shape[1])))[0]
    sampled = _excess(sums, counts, drawn)
    low, high = np.full_like(excess, np.nan), np.full_like(excess, np.nan)
    for run in np.flatnonzero(_is_compared(counts)):
        known = sampled[~np.isnan(sampled[:, run]), run]
        if len(known) * 2 > SAMPLES and np.ptp(known) >= WIDTHLESS:
            ends = np.quantile(known, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
            low[run], high[run] = ends
    mean = _divided(sums.sum(axis=1), counts.sum(axis=1))
    return Favour(mean, excess, low, high, p_over_runs(sums, counts, rng=rng))


def p_over_runs(
    sums: Floats, counts: Floats, *, rng: np.random.Generator
) -> float | None:
    """Return p of the hypothesis that the judge treats all runs alike.

    The runs of each topic are exchanged at random, 1,000 times (a permutation test in
    blocks; Good 2005, 7). The statistic is the sum over runs of the squared sum of
    differences from the topic's mean, by the number of items. None if no topic has two
    runs, for then nothing can be exchanged.
    """
    topic_means = _divided(sums.sum(axis=0), counts.sum(axis=0))
    apart = np.where(counts > 0, sums - counts * np.nan_to_num(topic_means), 0.0)
    blocks = [np.flatnonzero(counts[:, t] > 0) for t in range(counts.shape[1])]
    if all(len(block) < FEWEST for block in blocks):
        return None
    observed = _statistic(apart.sum(axis=1)[None], counts.sum(axis=1)[None])[0]
    moved = np.zeros((SAMPLES, len(sums)))
    items = np.zeros_like(moved)
    for topic, block in enumerate(blocks):
        order = np.argsort(rng.random((SAMPLES, len(block))), axis=1)
        moved[:, block] += apart[block, topic][order]
        items[:, block] += counts[block, topic][order]
    as_far = _statistic(moved, items) >= observed - WIDTHLESS
    return float((1 + as_far.sum()) / (1 + SAMPLES))


def _statistic(apart: Floats, counts: Floats) -> Floats:
    found: Floats = np.nansum(_divided(apart**2, counts), axis=1)
    return found


def _excess(sums: Floats, counts: Floats, drawn: Floats) -> Floats:
    """Return each run's mean less the others' on its topics, (samples, runs)."""
    here = counts > 0
    others_sums = np.where(here, sums.sum(axis=0) - sums, 0.0)
    others = np.where(here, counts.sum(axis=0) - counts, 0.0)
    # A topic on which a run is alone compares it with nothing.
    own_sums, own = np.where(others > 0, sums, 0.0), np.where(others > 0, counts, 0.0)
    means = _divided(drawn @ own_sums.T, drawn @ own.T)
    # Each topic counts for the others as it does for the run.
    expected = np.nan_to_num(_divided(others_sums, others)) * own
    return means - _divided(drawn @ expected.T, drawn @ own.T)


def _is_compared(counts: Floats) -> NDArray[np.bool_]:
    shared = (counts > 0) & (counts.sum(axis=0) > counts)
    found: NDArray[np.bool_] = shared.sum(axis=1) >= FEWEST
    return found


def _divided(a: Floats, b: Floats) -> Floats:
    found: Floats = np.divide(a, b, out=np.full(a.shape, np.nan), where=b > 0)
    return found
