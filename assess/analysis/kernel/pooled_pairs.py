"""Rank correlations over all (run, topic) pairs, for many samples of the topics.

What two topics' pairs contribute to tau does not depend on how often the topics are
sampled, so it is computed once for each two topics. A sample is then a weighted sum.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from assess.analysis.kernel.rank_correlation import DIGITS
from assess.judging.kernel.agreement.kappa import quotients

Floats = NDArray[np.float64]
_AT_ONCE = 1_000_000  # weights in one chunk of samples


class PooledSums(NamedTuple):
    """Counts over the pairs of two topics' runs, (topics, topics), symmetric.

    agree: pairs ordered alike minus those reversed. apart_a, apart_b: not tied.
    """

    agree: Floats
    apart_a: Floats
    apart_b: Floats


def pooled_sums(a: Floats, b: Floats) -> PooledSums:
    """Count over (runs, topics) scores; a pair with a NaN is not counted."""
    x, y = _codes(a), _codes(b)
    topics = len(x)
    sums = PooledSums(*(np.zeros((topics, topics)) for _ in range(3)))
    for topic in range(topics):
        x_signs, y_signs = _signs(x, topic), _signs(y, topic)
        both = np.add.reduce(x_signs * y_signs, axis=1, dtype=np.int32)
        for square, row in zip(
            sums,
            (
                both,
                np.count_nonzero(x_signs, axis=1),
                np.count_nonzero(y_signs, axis=1),
            ),
            strict=True,
        ):
            square[topic, topic:] = square[topic:, topic] = row
    return sums


def _codes(scores: Floats) -> NDArray[np.float32]:
    """Return (topics, runs) of whole numbers in the order of the scores; NaN stays."""
    across = np.round(scores, DIGITS).T
    known = np.isfinite(across)
    codes = np.full(across.shape, np.nan, dtype=np.float32)
    codes[known] = np.unique(across[known], return_inverse=True)[1]
    return codes


def _signs(x: NDArray[np.float32], topic: int) -> NDArray[np.int8]:
    """Compare a topic's runs with those of it and each later topic."""
    others, own = x[topic:, :, None], x[topic][None, None, :]
    signs = (others > own).view(np.int8) - (others < own).view(np.int8)
    flat: NDArray[np.int8] = signs.reshape(len(signs), -1)
    return flat


def pooled_taus(sums: PooledSums, weights: Floats) -> Floats:
    """Return tau_b over all pairs, for weights (samples, topics); NaN if undefined."""
    agree, apart_a, apart_b = (
        np.einsum("st,tu,su->s", weights, each, weights, optimize=True) for each in sums
    )
    below = np.sqrt(apart_a * apart_b)
    return quotients(agree, below)


def pooled_rhos(a: Floats, b: Floats, weights: Floats) -> Floats:
    """Return Spearman's rho over all pairs, as pooled_taus.

    Pairs with the same two scores have the same two ranks, and are counted together.
    """
    known = np.isfinite(a)
    topics = np.broadcast_to(np.arange(a.shape[1]), a.shape)[known]
    if not len(topics):
        return np.full(len(weights), np.nan)
    pairs = np.round(np.stack([a[known], b[known]], axis=1), DIGITS)
    unlike, place = np.unique(pairs, axis=0, return_inverse=True)
    many = np.zeros((a.shape[1], len(unlike)))
    np.add.at(many, (topics, place), 1)
    x, y = (_Order.of(values) for values in unlike.T)
    step = max(_AT_ONCE // len(unlike), 1)
    found = [
        _rhos(x, y, weights[at : at + step] @ many)
        for at in range(0, len(weights), step)
    ]
    return np.concatenate(found)


class _Order(NamedTuple):
    """Sorted values: the position of each, and the ends of its ties."""

    order: NDArray[np.intp]
    first: NDArray[np.intp]
    last: NDArray[np.intp]

    @classmethod
    def of(cls, values: Floats) -> _Order:
        order = np.argsort(values, kind="stable")
        ordered = values[order]
        return cls(
            order,
            np.searchsorted(ordered, values, side="left"),
            np.searchsorted(ordered, values, side="right"),
        )

    def ranks(self, weights: Floats) -> Floats:
        """Return the mid-rank of each value, each counted with its weight."""
        sums = np.zeros((len(weights), len(self.order) + 1))
        np.cumsum(weights[:, self.order], axis=1, out=sums[:, 1:])
        ranks: Floats = (sums[:, self.first] + sums[:, self.last] + 1) / 2
        return ranks


def _rhos(x: _Order, y: _Order, weights: Floats) -> Floats:
    middle = (weights.sum(axis=1, keepdims=True) + 1) / 2
    u, v = x.ranks(weights) - middle, y.ranks(weights) - middle
    across = np.einsum("si,si,si->s", weights, u, v)
    below = np.sqrt(
        np.einsum("si,si,si->s", weights, u, u)
        * np.einsum("si,si,si->s", weights, v, v)
    )
    return quotients(across, below)
