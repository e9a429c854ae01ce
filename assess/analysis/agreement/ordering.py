"""Agreement of two sides on the order of items, whatever their scales (method 9)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from assess.judging.kernel.agreement import (
    UNLABELLED,
    Measured,
    Ordered,
    Resampling,
    clusters_of,
    order_alike,
    tables,
)
from assess.judging.labels.numbers import Ints
from assess.judging.labels.overlap import Aligned

SEED = 20_250_101  # of the samples: equal labels always give equal intervals


class Order(NamedTuple):
    """Shares of the pairs of one topic's items that the reference distinguished.

    pairs: the number of those pairs.
    """

    alike: Measured
    tied: Measured
    reversed: Measured
    pairs: int


def order_of(found: Aligned, *, ground: int = 1) -> Order:
    """Return how one side orders the items relative to the reference, side 0 or 1.

    A pair needs two items of one topic, so the bootstrap can sample only topics: with
    too few topics there is no interval.
    """
    topics, of = np.unique(found.topics, return_inverse=True)
    sides = found.codes if ground else found.codes[:, ::-1]
    each = [_ordered(sides[of == place]) for place in range(len(topics))]
    counts = np.array(each, dtype=np.int64).reshape(-1, 4)
    one = np.arange(len(topics))
    drawn = Resampling(clusters_of(one, one[:, None]), rng=np.random.default_rng(SEED))
    shares = [drawn.ratio(counts[:, place], counts[:, 0]) for place in (1, 2, 3)]
    if not drawn.clusters.by_topic:
        shares = [Measured(share.value) for share in shares]
    alike, tied, reversed_ = shares
    return Order(alike, tied, reversed_, int(counts[:, 0].sum()))


def without(found: Aligned, apart: np.ndarray) -> Aligned:
    """Select the items to which both sides gave labels that have an order."""
    both = (found.codes != UNLABELLED).all(axis=1)
    both &= ~apart[found.codes].any(axis=1)
    return found._replace(
        items=found.items[both], topics=found.topics[both], codes=found.codes[both]
    )


def _ordered(codes: Ints) -> Ordered:
    ours, mine = np.unique(codes[:, 0], return_inverse=True)
    theirs, other = np.unique(codes[:, 1], return_inverse=True)
    one = np.zeros(len(codes), np.int64)
    table = tables(other, mine, one, size=len(theirs), width=len(ours))
    return order_alike(table[0])
