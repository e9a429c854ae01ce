"""Rank correlations of very many pairs of rankings at once."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from assess.judging.kernel.agreement.kappa import quotients

Floats = NDArray[np.float64]
Ranks = NDArray[np.float32]
Counts = NDArray[np.int16]
Flags = NDArray[np.bool_]

# Equal means of the same scores may differ in their last bit, but must stay ties.
DIGITS = 12
_AT_ONCE = 256  # rankings: a chunk that fits into the cache


class Correlations(NamedTuple):
    """Correlations of each pair of rankings, (samples,); NaN if undefined."""

    tau: Floats
    rho: Floats
    tau_ap: Floats


class _Pairs(NamedTuple):
    """Sums over the pairs of runs, (samples,), and over each run's, (runs, samples).

    agree: pairs ordered alike minus those reversed. a_above, b_above: the number of
    runs ranked above a run on a side; alike: the number on both sides.
    """

    agree: Floats
    a_above: Counts
    b_above: Counts
    alike: Counts


def correlations(a: Floats, b: Floats) -> Correlations:
    """Return tau_b, rho and tau_AP of each pair of rows of two (samples, runs) arrays.

    Higher is better; scores are compared to 12 decimals. A run that is NaN on a side is
    omitted from that pair of rankings. NaN if a side has fewer than two runs or all its
    runs tie.

    tau_b = (C - D) / sqrt((C + D + T_a)(C + D + T_b)) (Kendall 1945). rho is the
    correlation of the mid-ranks. tau_AP is the mean of both directions; in one, the
    mean over the runs i below the top of 2 C(i) / (p(i) - 1) - 1, where p(i) - 1 runs
    rank above i in this ranking and C(i) of them above it in the other too (Yilmaz,
    Aslam and Robertson 2008; ties as tau_AP,b of Urbano and Marrero 2017: tied runs
    share the place of the first, and a pair tied on the other side is not alike).
    """
    found = [_chunk(x, y) for x, y in _chunks(a, b)]
    return Correlations(*(np.concatenate(each) for each in zip(*found, strict=True)))


def _chunks(a: Floats, b: Floats) -> list[tuple[Floats, Floats]]:
    known = np.isfinite(a) & np.isfinite(b)
    if not known.all():
        a, b = np.where(known, a, np.nan), np.where(known, b, np.nan)
    starts = range(0, max(len(a), 1), _AT_ONCE)
    return [(a[at : at + _AT_ONCE], b[at : at + _AT_ONCE]) for at in starts]


def _chunk(a: Floats, b: Floats) -> Correlations:
    x, y = _ranks(a), _ranks(b)
    pairs = _all_pairs(x, y)
    one = _tau_ap(pairs.a_above, pairs.alike)
    other = _tau_ap(pairs.b_above, pairs.alike)
    return Correlations(_tau(pairs), _rho(x, y), (one + other) / 2)


def _ranks(values: Floats) -> Ranks:
    """Return mid-ranks from the lowest up, (runs, samples); NaN stays NaN."""
    across = np.round(values, DIGITS)
    order = np.argsort(across, axis=1, kind="stable")
    ordered = np.take_along_axis(across, order, axis=1)
    places = np.broadcast_to(np.arange(across.shape[1]), across.shape)
    new = np.ones(across.shape, dtype=bool)
    new[:, 1:] = ordered[:, 1:] != ordered[:, :-1]
    last = np.ones(across.shape, dtype=bool)
    last[:, :-1] = new[:, 1:]
    first = np.maximum.accumulate(np.where(new, places, 0), axis=1)
    end = np.where(last, places, across.shape[1])[:, ::-1]
    end = np.minimum.accumulate(end, axis=1)[:, ::-1]
    middles = np.where(np.isnan(ordered), np.nan, (first + end) / 2)
    ranks = np.empty(across.shape, dtype=np.float32)
    np.put_along_axis(ranks, order, middles.astype(np.float32), axis=1)
    return np.ascontiguousarray(ranks.T)


def _tau(pairs: _Pairs) -> Floats:
    apart = [
        above.sum(axis=0, dtype=np.float64) for above in (pairs.a_above, pairs.b_above)
    ]
    below = np.sqrt(apart[0] * apart[1])
    return quotients(pairs.agree, below)


def _rho(x: Ranks, y: Ranks) -> Floats:
    u, v = _from_mean(x), _from_mean(y)
    below = np.sqrt((u * u).sum(axis=0) * (v * v).sum(axis=0))
    across = (u * v).sum(axis=0)
    return quotients(across, below)


def _from_mean(ranks: Ranks) -> Floats:
    known = np.isfinite(ranks)
    n = np.maximum(known.sum(axis=0), 1)
    mean = np.where(known, ranks, 0.0).sum(axis=0, dtype=np.float64) / n
    found: Floats = np.where(known, ranks - mean, 0.0)
    return found


def _all_pairs(x: Ranks, y: Ranks) -> _Pairs:
    x_above, y_above, alike = (np.zeros(x.shape, np.int16) for _ in range(3))
    agree = np.zeros(x.shape[1])
    for gap in range(1, len(x)):
        x_high, x_low = x[gap:] > x[:-gap], x[gap:] < x[:-gap]
        y_high, y_low = y[gap:] > y[:-gap], y[gap:] < y[:-gap]
        high, low = x_high & y_high, x_low & y_low
        _add(x_above, x_high, x_low, gap)
        _add(y_above, y_high, y_low, gap)
        _add(alike, high, low, gap)
        crossed = (x_high & y_low) | (x_low & y_high)
        signs = (high | low).view(np.int8) - crossed.view(np.int8)
        agree += np.add.reduce(signs, axis=0, dtype=np.int32)
    return _Pairs(agree, x_above, y_above, alike)


def _add(above: Counts, high: Flags, low: Flags, gap: int) -> None:
    """Count for the lower run of each pair that the other ranks above it."""
    above[:-gap] += high
    above[gap:] += low


def _tau_ap(above: Counts, alike: Counts) -> Floats:
    below_top = above > 0
    shares = np.divide(alike, above, out=np.zeros(above.shape), where=below_top)
    runs = below_top.sum(axis=0)
    total = shares.sum(axis=0)
    return 2 * quotients(total, runs) - 1
