"""Agreement of two rankings whose scores are over topics of their own, or over none."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from assess.analysis.kernel.condition_agreement import (
    SAMPLES,
    Way,
    topic_draws,
    way_of_means,
)
from assess.analysis.kernel.uncertainty import LEVEL, resampled_means

Floats = NDArray[np.float64]


def of_own_means(
    a: Floats,
    b: Floats,
    *,
    rng: np.random.Generator,
    samples: int = SAMPLES,
    level: float = LEVEL,
) -> Way:
    """Correlate two conditions' run means, each over all topics that it scores.

    a, b: (runs, topics) over the topics of either, NaN where nothing counts; or (runs,)
    if there is only one number for each run, which then does not vary. The bootstrap
    samples the topics; without any there is no interval.
    """
    per_topic = [each for each in (a, b) if each.ndim == 2]
    drawn = topic_draws(per_topic, samples, rng)
    weights = np.vstack([np.ones((1, drawn.shape[1])), drawn])
    means = (_means(each, weights) for each in (a, b))
    return way_of_means(*means, level=level)


def _means(values: Floats, weights: Floats) -> Floats:
    if values.ndim == 1:
        return np.tile(values, (len(weights), 1))
    return resampled_means(values, weights)
