"""The development of one judge's labels by stretches, with intervals."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import ceil
from statistics import median

import numpy as np

from assess.judging.kernel.agreement import (
    LEVEL,
    Clusters,
    Measured,
    Resampling,
    tables,
    wilson,
)
from assess.judging.kernel.agreement.kappa import agreement_shares, kappas
from assess.judging.kernel.agreement.tables import Ints

FEWEST = 20  # labels in a stretch
MOST = 10  # stretches
TAIL = (1 - LEVEL) / 2


def stretches(n: int, *, fewest: int = FEWEST, most: int = MOST) -> list[range]:
    """Return the places of n labels in order, cut into stretches of equal length.

    At most `most` stretches, of at least `fewest` labels each if there are so many;
    their lengths differ by at most one. An empty list for n = 0.
    """
    number = min(most, max(1, n // fewest))
    ends = [n * place // number for place in range(number + 1)]
    return [range(*cut) for cut in pairwise(ends) if cut[1] > cut[0]]


def middle(values: Sequence[float]) -> Measured:
    """Return the median with its interval by order statistics (Conover 1999, 3.2).

    From the k-th smallest to the k-th largest value, with the largest k for which the
    interval has at least 95 % coverage; no interval with fewer than six values.
    """
    if not values:
        return Measured(None)
    from scipy.special import bdtrik  # noqa: PLC0415 - it takes 0.2 s to import

    k = ceil(bdtrik(TAIL, len(values), 0.5))  # the first where P(heads ≤ k) ≥ TAIL
    if not k:
        return Measured(median(values))
    in_order = sorted(values)
    return Measured(median(values), in_order[k - 1], in_order[-k])


def pooled(
    codes: Ints,
    clusters: Clusters,
    *,
    size: int,
    items: int,
    rng: np.random.Generator,
) -> tuple[Measured, Measured]:
    """Return agreement and Cohen's kappa over pairs of labels, with intervals.

    codes: (pairs, 2), own label and the other's as places on a scale of `size`.
    clusters: the units that the bootstrap samples, each pair in one. items: the number
    of items of the pairs; if all pairs agree, or none, Wilson's interval is over these.
    """
    samples = Resampling(clusters, rng=rng)
    found = tables(codes[:, 0], codes[:, 1], clusters.of, size=size)
    agreement = samples.measured(found, agreement_shares)
    if agreement.value in {0, 1} and samples.draws is not None:
        agreement = wilson(int(agreement.value) * items, items)
    return agreement, samples.measured(found, kappas)
