"""Agreement of two sides on the order of items, whatever their scales (method 9)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from assess.judging.kernel.agreement import (
    UNLABELLED,
    Measured,
    Resampling,
    clusters_of,
    order_alike,
    tables,
)
from assess.judging.kernel.agreement.kappa import Floats, quotients
from assess.judging.labels.numbers import Ints
from assess.judging.labels.overlap import Aligned

SEED = 20_250_101  # of the samples: equal labels always give equal intervals


class Order(NamedTuple):
    """Shares of the pairs of one topic's items that the reference distinguished.

    Over all pairs, and as means over the topics with any. pairs: the number of those
    pairs. tau: tau_b of the labels on a topic, as the mean over topics.
    """

    alike: Measured
    tied: Measured
    reversed: Measured
    pairs: int
    alike_mean: Measured
    tied_mean: Measured
    reversed_mean: Measured
    tau: Measured


def order_of(found: Aligned, *, ground: int = 1) -> Order:
    """Return how one side orders the items relative to the reference, side 0 or 1.

    A pair needs two items of one topic, so the bootstrap can sample only topics: with
    too few topics there is no interval.
    """
    topics, of = np.unique(found.topics, return_inverse=True)
    sides = found.codes if ground else found.codes[:, ::-1]
    each = [_ordered(sides[of == place]) for place in range(len(topics))]
    counts = np.array(each, dtype=np.int64).reshape(-1, 5)
    one = np.arange(len(topics))
    drawn = Resampling(clusters_of(one, one[:, None]), rng=np.random.default_rng(SEED))
    pairs = counts[:, 0]
    shares = [drawn.ratio(counts[:, place], pairs) for place in (1, 2, 3)]
    means = [_mean(drawn, quotients(counts[:, place], pairs)) for place in (1, 2, 3)]
    tau = _mean(drawn, _taus(counts))
    every = [*shares, *means, tau]
    if not drawn.clusters.by_topic:
        every = [Measured(each.value) for each in every]
    alike, tied, reversed_, *more = every
    alike_mean, tied_mean, reversed_mean, tau = more
    return Order(
        alike,
        tied,
        reversed_,
        int(pairs.sum()),
        alike_mean,
        tied_mean,
        reversed_mean,
        tau,
    )


def _taus(counts: Ints) -> Floats:
    """Return tau_b of each topic: a pair that either side ties counts for neither."""
    pairs, alike, _tied, reversed_, others = counts.T
    return quotients(alike - reversed_, np.sqrt(pairs.astype(float) * others))


def _mean(drawn: Resampling, values: Floats) -> Measured:
    """Return the mean of the topics' defined values."""
    known = np.isfinite(values)
    return drawn.ratio(np.where(known, values, 0.0), known.astype(float))


def without(found: Aligned, apart: np.ndarray) -> Aligned:
    """Select the items to which both sides gave labels that have an order."""
    both = (found.codes != UNLABELLED).all(axis=1)
    both &= ~apart[found.codes].any(axis=1)
    return found._replace(
        items=found.items[both], topics=found.topics[both], codes=found.codes[both]
    )


def _ordered(codes: Ints) -> tuple[int, ...]:
    """Return the counts of Ordered, and the pairs that the other side distinguished."""
    ours, mine = np.unique(codes[:, 0], return_inverse=True)
    theirs, other = np.unique(codes[:, 1], return_inverse=True)
    one = np.zeros(len(codes), np.int64)
    table = tables(other, mine, one, size=len(theirs), width=len(ours))
    return (*order_alike(table[0]), order_alike(table[0].T).pairs)
