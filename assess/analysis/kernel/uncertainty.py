"""The uncertainty of a run's mean due to the sample of topics."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from assess.judging.kernel.agreement import WIDTHLESS

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

SAMPLES = 2_000
LEVEL = 0.95
FEWEST = 2  # topics; a single one has no variance


class Intervals(NamedTuple):
    """One interval per run, (runs,) each; NaN if there is none (percentile_interval).

    n: the number of topics of each.
    """

    low: Floats
    high: Floats
    n: Ints


def resamples(topics: int, samples: int, *, rng: np.random.Generator) -> Floats:
    """Return how often each sample contains each topic, (samples, topics).

    Every sample contains as many topics as there are, with replacement.
    """
    if not topics:
        return np.zeros((samples, 0))
    shares = np.full(topics, 1 / topics)
    return rng.multinomial(topics, shares, size=samples).astype(np.float64)


def resampled_means(values: Floats, drawn: Floats) -> Floats:
    """Return each run's mean in each sample, (samples, runs).

    values: (runs, topics), NaN where a topic does not count for a run. drawn: a result
    of resamples. A run's mean is over those of its own topics that were sampled, with
    their multiplicity; NaN if a sample contains none of them.
    """
    present = np.isfinite(values)
    gained = drawn @ np.where(present, values, 0.0).T
    weight = drawn @ present.T.astype(np.float64)
    return np.divide(gained, weight, out=np.full_like(gained, np.nan), where=weight > 0)


def percentile_interval(
    values: Floats, drawn: Floats, *, level: float = LEVEL
) -> tuple[float, float]:
    """Return one run's interval, to the last bit independent of other runs.

    values: (topics,), NaN where a topic does not count. drawn: a result of resamples.
    The (1 - level) / 2 and (1 + level) / 2 quantiles of resampled_means (Efron and
    Tibshirani 1993, 13.3). NaN with fewer than 2 topics, or if these all have the same
    value, which says nothing about their variance.
    """
    if np.isfinite(values).sum() < FEWEST:
        return np.nan, np.nan
    means = resampled_means(values[None, :], drawn)[:, 0]
    low, high = np.nanquantile(means, [(1 - level) / 2, (1 + level) / 2])
    if high - low < WIDTHLESS:
        return np.nan, np.nan
    return float(low), float(high)
