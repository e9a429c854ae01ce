"""The confidence of a leaderboard: intervals, and indistinguishable neighbours.

Both are cached under the numbers from which they were computed, so they are computed
once and can never belong to other scores. Intervals are cached run by run, because a
changed label changes one run's.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from assess.analysis.kernel.significance import (
    ALPHA,
    PERMUTATIONS,
    holm,
    holm_permutations,
    randomization_tests,
    randomized_tukey,
)
from assess.analysis.kernel.uncertainty import (
    SAMPLES,
    Intervals,
    percentile_interval,
    resamples,
)
from assess.analysis.memo import SEED, already_computed, computed
from assess.analysis.scores.grids import Floats

Correction = Literal["tukey", "holm"]

AT_ONCE = 25_000_000  # shuffled values that a page waits for: half a second
MOST_PERMUTATIONS = 100_000


@dataclass(frozen=True, eq=False)
class Compared:
    """Every pair of a table's rows under one correction.

    p: (runs, runs), corrected, NaN if a pair was not compared. n: (runs, runs), the
    number of topics of each pair. means: (runs, runs), a row's mean over the topics on
    which it is compared with the column; NaN without any. topics: the fewest of all
    compared pairs; 0 if there is none. enough: with so many permutations the least p
    can reach alpha.
    """

    correction: Correction
    p: Floats
    n: NDArray[np.int64]
    means: Floats
    topics: int
    permutations: int
    exact: bool
    enough: bool

    @property
    def apart(self) -> NDArray[np.bool_]:
        """Return which pairs differ significantly, (runs, runs)."""
        return np.isfinite(self.p) & (self.p <= ALPHA)


def intervals(table: Floats) -> Intervals:
    """Return the 95 % intervals of the runs' means, (runs,), from the same samples."""
    rows = np.ascontiguousarray(table)
    ends = np.array([_interval(row.tobytes()) for row in rows]).reshape(-1, 2)
    return Intervals(ends[:, 0], ends[:, 1], np.isfinite(rows).sum(axis=1))


@lru_cache(maxsize=4096)
def _interval(row: bytes) -> tuple[float, float]:
    values = np.frombuffer(row, dtype=np.float64)
    return percentile_interval(values, _draws(len(values)))


@lru_cache(maxsize=4)
def _draws(topics: int) -> Floats:
    return resamples(topics, SAMPLES, rng=np.random.default_rng(SEED))


def compared(table: Floats, correction: Correction = "tukey") -> Compared:
    """Return the comparison of all pairs of runs, cached or computed."""
    return computed(
        *_asked(table, correction), make=lambda rng: _compared(table, correction, rng)
    )


def compared_soon(table: Floats, correction: Correction = "tukey") -> Compared | None:
    """Return the comparison if it is cached or fast, else None."""
    values = table.size * needed(len(table), correction)
    if correction == "holm":
        values = values * max(len(table), 1) // 8  # pairs, but cheaper ones
    if values <= AT_ONCE:
        return compared(table, correction)
    return already_computed(*_asked(table, correction))


def _asked(table: Floats, correction: Correction) -> tuple[str, Hashable, Floats]:
    """Return the cache key of a comparison."""
    return "compared-pairs", (correction, PERMUTATIONS), table


def needed(runs: int, correction: Correction) -> int:
    """Return the number of permutations of a correction of so many runs.

    Holm multiplies the smallest p by the number of pairs, and so gets twice as many
    permutations as bring that product to alpha, up to MOST_PERMUTATIONS.
    """
    if correction == "tukey":
        return PERMUTATIONS
    return min(max(PERMUTATIONS, 2 * holm_permutations(runs)), MOST_PERMUTATIONS)


def _compared(
    table: Floats, correction: Correction, rng: np.random.Generator
) -> Compared:
    permutations = needed(len(table), correction)
    tukey = correction == "tukey"
    test = randomized_tukey if tukey else randomization_tests
    found = test(table, rng=rng, permutations=permutations)
    topics = found.topics[np.isfinite(found.p)]
    least = 2 / found.drawn if found.exact else 1 / (1 + found.drawn)
    pairs = 1 if tukey else topics.size // 2
    return Compared(
        correction=correction,
        p=found.p if tukey else holm(found.p),
        n=found.topics,
        means=found.means,
        topics=int(topics.min(initial=table.shape[1])) if topics.size else 0,
        permutations=found.drawn,
        exact=found.exact,
        enough=least * pairs <= ALPHA,
    )
