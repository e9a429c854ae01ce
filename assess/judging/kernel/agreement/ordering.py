"""Agreement of two judges on the order of segments, whatever their scales."""

from typing import NamedTuple

import numpy as np

from assess.judging.kernel.agreement.tables import Ints


class Ordered(NamedTuple):
    """Pairs of one topic's segments with different grades by the first judge.

    Counts: how many the second judge orders alike, ties, and orders the other way.
    """

    pairs: int
    alike: int
    tied: int
    reversed: int


def order_alike(table: Ints) -> Ordered:
    """Count the pairs of one topic (method 9).

    table: counts (grades of the first, grades of the second), both from low to high.
    """
    lower = np.cumsum(table, axis=0) - table  # first judge's grade strictly lower
    both = np.cumsum(lower, axis=1) - lower  # and the second's too
    pairs = int((table.sum(axis=1) * lower.sum(axis=1)).sum())
    alike, tied = int((table * both).sum()), int((table * lower).sum())
    return Ordered(pairs, alike, tied, pairs - alike - tied)
