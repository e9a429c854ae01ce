"""Which runs differ significantly: randomization tests over topics, corrected."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Kind = TypeVar("Kind", bound=np.generic)

PERMUTATIONS = 10_000
ALPHA = 0.05
_AT_ONCE = 1_000_000  # differences in one chunk
_SHUFFLED_AT_ONCE = 60_000  # values: a chunk that fits into the cache
_SAME = 1e-9  # sums nearer than this are equal: they differ by rounding
_RUN_BITS = np.uint64(16)


class Comparisons(NamedTuple):
    """The test results of every pair of runs, (runs, runs), symmetric.

    p: NaN on the diagonal, and if a pair has no topic to be compared on. topics: the
    number of topics. means: not symmetric, a row's mean over the topics on which it is
    compared with the column; NaN where p is. drawn: the number of arrangements behind
    each p. exact: these are all arrangements, so that p is no estimate.
    """

    p: Floats
    topics: Ints
    means: Floats
    drawn: int
    exact: bool


def randomization_tests(
    values: Floats, *, rng: np.random.Generator, permutations: int = PERMUTATIONS
) -> Comparisons:
    """Test each pair of runs by flipping the signs of its differences, two-sided.

    values: (runs, topics), NaN where a topic does not count for a run; a pair is
    compared on the topics that both have. p is the share of sign patterns whose
    absolute summed difference is at least the observed one: over all 2^topics patterns
    if these are no more than permutations, else (1 + count) / (1 + permutations), which
    counts the observed one (Fisher 1935; Smucker, Allan and Carterette 2007). Not
    corrected for the number of pairs.
    """
    runs, topics = values.shape
    first, second = np.triu_indices(runs, 1)
    gaps = values[first] - values[second]
    n = np.isfinite(gaps).sum(axis=1)
    gaps = np.where(np.isfinite(gaps), gaps, 0.0)
    exact = 2.0**topics <= permutations
    signs = _all_signs(topics) if exact else _signs(topics, permutations, rng)
    count = _at_least(gaps, signs, width=max(len(gaps), 1))
    drawn = 2**topics if exact else permutations
    p = count / drawn if exact else (1 + count) / (1 + drawn)
    both = _both_ways(np.where(n > 0, p, np.nan), runs)
    means = _common_means(values, np.isfinite(values))
    return Comparisons(both, _both_ways(n, runs, 0), means, drawn, exact)


def randomized_tukey(
    values: Floats, *, rng: np.random.Generator, permutations: int = PERMUTATIONS
) -> Comparisons:
    """Test all pairs at once by the greatest difference under the null hypothesis.

    values: (runs, topics). On the topics that every run has (runs without any value are
    ignored), each permutation shuffles the runs' values within each topic and records
    the greatest difference between two means. A pair's p is (1 + count) / (1 +
    permutations) of those at least as great as its own difference. So the chance of
    declaring any two equal runs different is at most alpha over the whole table
    (randomised Tukey HSD: Carterette 2012, 4.2).
    """
    some = np.isfinite(values).any(axis=1)
    whole = np.isfinite(values[some]).all(axis=0)
    seen = values[some][:, whole]
    runs, topics = len(values), seen.shape[1]
    p = np.full((runs, runs), np.nan)
    if topics and len(seen) > 1:
        sums = seen.sum(axis=1)
        own = np.abs(sums[:, None] - sums[None, :])
        greatest = np.sort(_greatest(seen, rng, permutations))
        below = np.searchsorted(greatest, own - _SAME)
        p[np.ix_(some, some)] = (1 + permutations - below) / (1 + permutations)
    np.fill_diagonal(p, np.nan)
    n = np.where(np.isfinite(p), topics, 0)
    means = _common_means(values, np.outer(some, whole))
    return Comparisons(p, n, means, permutations, exact=False)


def _common_means(values: Floats, used: NDArray[np.bool_]) -> Floats:
    """Return each row's mean over the topics that both it and the column use."""
    both = used.astype(np.float64)
    n = both @ both.T
    np.fill_diagonal(n, 0)
    sums = np.where(used, values, 0.0) @ both.T
    means: Floats = np.divide(sums, n, out=np.full(n.shape, np.nan), where=n > 0)
    return means


def holm(p: Floats) -> Floats:
    """Return p-values corrected step by step for the number of pairs (Holm 1979).

    p: (runs, runs), symmetric, NaN where undefined. The k-th smallest of m is
    multiplied by m - k + 1; no result is below the one before it or above 1.
    """
    first, second = np.triu_indices(len(p), 1)
    raw = p[first, second]
    known = np.flatnonzero(np.isfinite(raw))
    order = known[np.argsort(raw[known], kind="stable")]
    factors = np.arange(len(order), 0, -1)
    corrected = np.full(len(raw), np.nan)
    corrected[order] = np.minimum(1.0, np.maximum.accumulate(raw[order] * factors))
    return _both_ways(corrected, len(p))


def holm_permutations(runs: int, alpha: float = ALPHA) -> int:
    """Return the fewest permutations with which Holm can find any difference.

    The smallest p is 1 / (1 + permutations), and the first step multiplies it by the
    number of pairs.
    """
    return max(int(np.ceil(runs * (runs - 1) / 2 / alpha)) - 1, 0)


def _all_signs(topics: int) -> Iterator[Floats]:
    patterns = np.arange(2**topics)[:, None] >> np.arange(topics)[None, :] & 1
    yield _flips(patterns)


def _signs(
    topics: int, permutations: int, rng: np.random.Generator
) -> Iterator[Floats]:
    for start in range(0, permutations, 500):
        rows = min(500, permutations - start)
        yield _flips(rng.integers(0, 2, (rows, topics)))


def _flips(bits: Ints) -> Floats:
    return 2.0 * bits.astype(np.float64) - 1.0


def _at_least(gaps: Floats, signs: Iterator[Floats], *, width: int) -> Ints:
    """Count the patterns with at least the observed difference of each pair."""
    own = np.abs(gaps.sum(axis=1)) - _SAME
    across = np.ascontiguousarray(gaps.T)
    count = np.zeros(len(gaps), dtype=np.int64)
    rows = max(_AT_ONCE // width, 1)
    for drawn in signs:
        for start in range(0, len(drawn), rows):
            moved = drawn[start : start + rows] @ across
            count += (np.abs(moved, out=moved) >= own).sum(axis=0)
    return count


def _greatest(seen: Floats, rng: np.random.Generator, permutations: int) -> Floats:
    """Return the range of the runs' sums after each shuffle within topics.

    Random numbers whose last bits name a run are sorted: the fastest fair shuffle.
    """
    across = np.ascontiguousarray(seen.T)
    topics, runs = across.shape
    starts = (np.arange(topics) * runs)[None, :, None]
    names = np.arange(runs, dtype=np.uint64)
    last = np.uint64((1 << int(_RUN_BITS)) - 1)
    found = np.empty(permutations)
    rows = max(_SHUFFLED_AT_ONCE // across.size, 1)
    for start in range(0, permutations, rows):
        size = (min(rows, permutations - start), topics, runs)
        keys = rng.integers(0, 2**64, size, dtype=np.uint64) & ~last | names
        keys.sort(axis=2)
        places = (keys & last).astype(np.intp) + starts
        sums = across.ravel().take(places).sum(axis=1)
        found[start : start + len(sums)] = np.ptp(sums, axis=1)
    return found


def _both_ways(pairs: NDArray[Kind], runs: int, alone: float = np.nan) -> NDArray[Kind]:
    square = np.full((runs, runs), alone, dtype=pairs.dtype)
    first, second = np.triu_indices(runs, 1)
    square[first, second] = pairs
    square[second, first] = pairs
    return square
