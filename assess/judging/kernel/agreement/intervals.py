"""Intervals of agreement: bootstrap over topics, or over items if topics are few."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from assess.judging.kernel.agreement.kappa import Floats, defined, quotients
from assess.judging.kernel.agreement.tables import Ints

SAMPLES = 1_000
LEVEL = 0.95
# Two topics give three different samples, whose extremes are the topics' own values.
FEWEST_TOPICS = 5
WIDTHLESS = 1e-12  # ends that differ by less differ only by rounding


class Measured(NamedTuple):
    """A measure with its interval; undefined values are None."""

    value: float | None
    low: float | None = None
    high: float | None = None


def wilson(hits: float, n: float) -> Measured:
    """Return hits / n with Wilson's score interval (1927); undefined for n = 0.

    Numbers need not be whole: a sample's effective size is none.
    """
    if not n:
        return Measured(None)
    from scipy.special import ndtri  # noqa: PLC0415 - it takes 0.2 s to import

    z = float(ndtri((1 + LEVEL) / 2))
    found, wide = hits / n, z * z / n
    middle = found + wide / 2
    half = z * (found * (1 - found) / n + wide / (4 * n)) ** 0.5
    low, high = (middle - half) / (1 + wide), (middle + half) / (1 + wide)
    return Measured(found, max(low, 0.0), min(high, 1.0))


class Clusters(NamedTuple):
    """The units that the bootstrap samples.

    of: each item's cluster; times: the multiplicity of each cluster. A cluster is a
    topic, with multiplicity 1, if there are at least FEWEST_TOPICS topics. Otherwise a
    cluster contains the items with the same labels by all judges, and its multiplicity
    is their number.
    """

    of: Ints
    times: Ints
    by_topic: bool

    @property
    def number(self) -> int:
        """Return the size of a sample: the number of topics, or of items."""
        return int(self.times.sum())


def clusters_of(topics: Ints, codes: Ints) -> Clusters:
    """Return the clusters of items, given their topics and labels (items, judges).

    Topics are in order of row number, items in the given order. Give items by row
    number if the samples must not depend on the order of the judges.
    """
    _, place = np.unique(topics, return_inverse=True)
    number = int(place.max()) + 1 if len(place) else 0
    if number >= FEWEST_TOPICS:
        return Clusters(place, np.ones(number, np.int64), by_topic=True)
    _, first, pattern, times = np.unique(
        codes, axis=0, return_index=True, return_inverse=True, return_counts=True
    )
    order = np.argsort(first)
    place = np.argsort(order)
    return Clusters(place[pattern.reshape(-1)], times[order], by_topic=False)


class Resampling:
    """The same samples of clusters for every measure, to keep measures comparable."""

    def __init__(
        self, clusters: Clusters, *, rng: np.random.Generator, samples: int = SAMPLES
    ) -> None:
        """Draw the samples: the multiplicity of each cluster in each sample."""
        self.clusters = clusters
        shares = clusters.times / max(clusters.number, 1)
        self.draws = (
            rng.multinomial(clusters.number, shares, size=samples).astype(np.float64)
            if clusters.number > 1
            else None
        )

    def measured(
        self, sums: NDArray[Any], measure: Callable[[NDArray[Any]], Floats]
    ) -> Measured:
        """Return a measure of the sums over clusters, with its percentile interval.

        sums: an array (clusters, ...) of additive quantities. There is no interval with
        fewer than two topics or items, if the measure is undefined in most samples, or
        if all samples have the same value: too few cases are no certainty. Samples in
        which the measure is undefined are omitted.
        """
        value = defined(measure(sums.sum(axis=0)))
        if value is None or self.draws is None:
            return Measured(value)
        shape = (-1,) + (1,) * (sums.ndim - 1)
        each = sums / self.clusters.times.reshape(shape)
        found = measure(np.tensordot(self.draws, each, axes=1))
        return Measured(value, *_ends(found))

    def share(self, above: NDArray[Any], below: NDArray[Any]) -> Measured:
        """Return the share of items that count, above and below (clusters,) of these.

        If all count, or none, the samples cannot differ: the interval is Wilson's.
        """
        hits, n = int(above.sum()), int(below.sum())
        if self.draws is not None and hits in {0, n}:
            return wilson(hits, n)
        return self.ratio(above, below)

    def ratio(self, above: NDArray[Any], below: NDArray[Any]) -> Measured:
        """Return sum(above) / sum(below), each (clusters,), with its interval."""
        both = np.stack([above, below], axis=-1)
        return self.measured(both, lambda sums: quotients(sums[..., 0], sums[..., 1]))


def _ends(found: Floats) -> tuple[float | None, float | None]:
    known = found[~np.isnan(found)]
    if 2 * len(known) <= len(found):
        return None, None
    low, high = np.quantile(known, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    if high - low < WIDTHLESS:
        return None, None
    return float(low), float(high)
