"""Tau and kappa as functions of the topics judged so far."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from assess.analysis.kernel.condition_agreement import FEWEST, Estimate, centred
from assess.analysis.kernel.rank_correlation import correlations
from assess.analysis.kernel.uncertainty import resampled_means, resamples
from assess.judging.kernel.agreement.kappa import kappas

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

FIRST = 2  # topics at which a curve begins
PLACES = 14  # numbers of topics at which a curve is computed
SAMPLES = 250
ORDERS = 100


class Grown(NamedTuple):
    """A number after so many topics.

    so_far: over the first topics in the order in which they were judged, with a
    bootstrap interval over these from the fifth topic on. any_order: its mean over
    random choices of as many of all the topics; None if undefined in all.
    """

    topics: int
    so_far: Estimate
    any_order: float | None


def tau_growth(a: Floats, b: Floats, *, rng: np.random.Generator) -> list[Grown]:
    """Return tau_b of run means by the number of topics.

    a, b: (runs, topics) in the order in which the topics were judged, NaN where nothing
    counts. The result begins at 2 topics; topics without a value of any run on both
    sides are ignored.
    """
    known = np.isfinite(a) & np.isfinite(b)
    some = known.any(axis=0)
    a = np.where(known, a, np.nan)[:, some]
    b = np.where(known, b, np.nan)[:, some]

    def measure(weights: Floats) -> Floats:
        return correlations(
            resampled_means(a, weights), resampled_means(b, weights)
        ).tau

    return _growth(a.shape[1], measure, rng)


def kappa_growth(tables: Ints, *, rng: np.random.Generator) -> list[Grown]:
    """Return Cohen's kappa by the number of topics.

    tables: (topics, k, k) confusion matrices in the order of the topics. The bootstrap
    samples whole topics, because the items of one topic are not independent.
    """

    def measure(weights: Floats) -> Floats:
        return kappas(np.tensordot(weights, tables, axes=(1, 0)))

    return _growth(len(tables), measure, rng)


def places_of(topics: int) -> list[int]:
    """Return the numbers of topics to compute: all if few, denser at the start."""
    if topics < FIRST:
        return []
    if topics <= PLACES:
        return list(range(FIRST, topics + 1))
    steps = np.geomspace(FIRST, topics, PLACES).round().astype(int)
    return sorted({int(step) for step in steps})


def _growth(
    topics: int, measure: Callable[[Floats], Floats], rng: np.random.Generator
) -> list[Grown]:
    places = places_of(topics)
    if not places:
        return []
    blocks = [_weights(topics, n, rng) for n in places]
    values = measure(np.concatenate(blocks))
    found = np.split(values, np.cumsum([len(block) for block in blocks])[:-1])
    return [_grown(n, each) for n, each in zip(places, found, strict=True)]


def _weights(topics: int, n: int, rng: np.random.Generator) -> Floats:
    """Return the first n topics, bootstrap samples of these, and random n of all."""
    first = np.zeros((1 + SAMPLES, topics))
    first[0, :n] = 1
    first[1:, :n] = resamples(n, SAMPLES, rng=rng)
    places = rng.random((ORDERS, topics)).argsort(axis=1)
    return np.concatenate([first, (places < n).astype(np.float64)])


def _grown(n: int, values: Floats) -> Grown:
    value, drawn, orders = values[0], values[1 : 1 + SAMPLES], values[1 + SAMPLES :]
    drawn, orders = drawn[np.isfinite(drawn)], orders[np.isfinite(orders)]
    mean = float(orders.mean()) if len(orders) else None
    if not np.isfinite(value):
        return Grown(n, Estimate(None), mean)
    if n < FEWEST or len(drawn) < 2:
        return Grown(n, Estimate(float(value)), mean)
    return Grown(n, centred(float(value), drawn), mean)


def in_order(keys: Sequence[object]) -> list[int]:
    """Return the places of keys from the least to the greatest, None last."""
    known = [place for place, key in enumerate(keys) if key is not None]
    known.sort(key=lambda place: keys[place])  # type: ignore[arg-type, return-value]
    return known + [place for place, key in enumerate(keys) if key is None]
