"""Samples of a machine's grades for people to verify, stratified by grade."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil
from random import Random
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from assess.judging.kernel.agreement import Measured, wilson
from assess.judging.kernel.agreement.kappa import defined, kappas
from exams.kernel.replies import HIGHEST

Ints = NDArray[np.int64]
T = TypeVar("T")

Z = 1.959963984540054  # of 95 %
LEAST = 10  # pairs of a grade, if there are so many
SAMPLES = 1_000  # of the bootstrap
GRADES = HIGHEST + 1


def sizes_of(strata: Mapping[int, int], *, half_width: float) -> dict[int, int]:
    """Return how many pairs of each grade to draw, in proportion to their number.

    Together enough for a 95 % interval of a share of that half width, however large the
    share is (Cochran 1977, §4.4, with the finite population's correction); of each
    grade LEAST at least, as far as there are any.
    """
    total = sum(strata.values())
    if not total:
        return {}
    wanted = (Z * 0.5 / half_width) ** 2
    wanted /= 1 + (wanted - 1) / total
    return {
        grade: min(number, max(LEAST, ceil(wanted * number / total)))
        for grade, number in strata.items()
        if number
    }


def draw(
    pairs: Mapping[int, Sequence[T]], sizes: Mapping[int, int], *, rng: Random
) -> dict[int, list[T]]:
    """Return a random sample of each grade's pairs."""
    return {grade: rng.sample(pairs[grade], size) for grade, size in sizes.items()}


class Verified(NamedTuple):
    """How right a machine's grades are, estimated for all of them.

    right: the share of equal grades. kappa, weighted: plain and quadratic κ. n: pairs
    that were verified. table: these by the machine's grade, then by people's.
    """

    right: Measured
    kappa: Measured
    weighted: Measured
    n: int
    table: Ints


def verified(
    strata: Mapping[int, int], pairs: Sequence[tuple[int, int]], *, rng: Random
) -> Verified:
    """Return the estimates from verified pairs (the machine's grade, people's).

    Each grade counts as often as it occurs among all pairs; grades without a verified
    pair are left out. The interval of the share is Wilson's with the effective size
    (Korn and Graubard 1998); those of κ are percentiles of a bootstrap within grades.
    """
    table = np.zeros((GRADES, GRADES), dtype=np.int64)
    for ours, theirs in pairs:
        table[ours, theirs] += 1
    own = table.sum(axis=1)
    sizes = np.array([strata.get(grade, 0) for grade in range(GRADES)])
    weights = np.where(own > 0, np.maximum(sizes, own), 0)
    if not own.sum():
        nothing = Measured(None)
        return Verified(nothing, nothing, nothing, 0, table)
    plain, squared = _kappas(table, weights, rng=rng)
    return Verified(_share(table, weights), plain, squared, int(own.sum()), table)


def _share(table: Ints, weights: Ints) -> Measured:
    own = table.sum(axis=1)
    there = own > 0
    part = weights[there] / weights.sum()
    n, hits = own[there], np.diag(table)[there]
    found = hits / n
    value = float((part * found).sum())
    spread = found * (1 - found) / np.maximum(n - 1, 1) * (1 - n / weights[there])
    variance = float((np.square(part) * spread).sum())
    effective = value * (1 - value) / variance if variance else float(n.sum())
    effective = max(1.0, min(effective, float(weights.sum())))
    ends = wilson(value * effective, effective)
    return Measured(value, ends.low, ends.high)


def _kappas(table: Ints, weights: Ints, *, rng: Random) -> tuple[Measured, Measured]:
    own = table.sum(axis=1)
    there = np.flatnonzero(own)
    drawn = np.zeros((SAMPLES + 1, GRADES, GRADES))
    source = np.random.default_rng(rng.getrandbits(64))
    for grade in there:
        shares = table[grade] / own[grade]
        drawn[0, grade] = shares * weights[grade]
        again = source.multinomial(own[grade], shares, size=SAMPLES)
        drawn[1:, grade] = again / own[grade] * weights[grade]
    return _measured(kappas(drawn)), _measured(kappas(drawn, weights="quadratic"))


def _measured(values: NDArray[np.float64]) -> Measured:
    value = defined(values[0])
    known = values[1:][~np.isnan(values[1:])]
    if value is None or not len(known):
        return Measured(value)
    low, high = np.percentile(known, [2.5, 97.5])
    return Measured(value, float(low), float(high))
