"""How sure an agreement is: bootstrap over topics, or over items of too few topics."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from assess.judging.kernel.agreement.kappa import Floats, defined, quotients
from assess.judging.kernel.agreement.tables import Ints

SAMPLES = 1_000
LEVEL = 0.95
# Two topics make three different samples, and their ends are the topics' own values.
FEWEST_TOPICS = 5
WIDTHLESS = 1e-12  # ends no further apart differ in their last bits alone


class Measured(NamedTuple):
    """A measure with its interval; what is undefined is None."""

    value: float | None
    low: float | None = None
    high: float | None = None


def wilson(hits: int, n: int) -> Measured:
    """Return hits / n with Wilson's score interval (1927); undefined of nothing."""
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
    """What is drawn again and again, whole.

    of: each item's cluster; times: how often each cluster is there. Over several
    topics a cluster is a topic, there once. Where these are fewer than FEWEST_TOPICS it
    is the items that all judges labelled in one way, there as often as there are such
    items.
    """

    of: Ints
    times: Ints
    by_topic: bool

    @property
    def number(self) -> int:
        """Return how many topics, or items, a sample is made of."""
        return int(self.times.sum())


def clusters_of(topics: Ints, codes: Ints) -> Clusters:
    """Return the clusters of items, given their topics and labels (items, judges).

    Topics come by row number, items in the order given: by row number wherever the same
    samples are to be drawn, whichever judge is named first.
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
    """The same samples of clusters for every measure, so that they can be compared."""

    def __init__(
        self, clusters: Clusters, *, rng: np.random.Generator, samples: int = SAMPLES
    ) -> None:
        """Draw the samples: how often each cluster is in each."""
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

        sums: an array (clusters, ...) of what adds up. There is no interval with fewer
        than two topics or items, nor where the measure is undefined in most samples,
        nor where these do not differ: too few cases are no certainty. Samples in which
        it is undefined are left out.
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

        Where all count, or none, the samples cannot differ: the interval is Wilson's.
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
