"""EXAM-Cover: which of a topic's questions a run's passages answer, and its bounds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from exams.kernel.grades import UNGRADED, Grades

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]


class Cover(NamedTuple):
    """A run's cover of one topic, each array (thresholds,), shares from 0 to 1.

    lower: the cover, ungraded pairs counting as not covered. upper: as if every
    ungraded pair reached the threshold. of_pool: covered questions among those that the
    whole pool covers, NaN where it covers none (n-EXAM). ungraded: the share of pairs
    without a grade.
    """

    lower: Floats
    upper: Floats
    of_pool: Floats
    ungraded: float


def pool_covers(pool: Grades, taus: Sequence[int]) -> Flags:
    """Return which questions any passage of the pool answers, (thresholds, questions).

    pool: every graded passage of the topic.
    """
    best = _best(pool)
    return best[None, :] >= np.array(taus)[:, None]


def cover(own: Grades, pooled: Flags, taus: Sequence[int]) -> Cover:
    """Return the cover of a topic with at least one question (Farzi and Dietz, §4.3).

    own: the grades of the run's passages, ungraded passages too, best first.
    pooled: from pool_covers.
    """
    there = np.ones((1, len(own)), dtype=bool)
    found = covers(own[None], there, pooled, taus)
    return Cover(
        found.lower[0],
        found.upper[0],
        found.of_pool[0],
        float(found.ungraded[0]),
    )


class Covers(NamedTuple):
    """The cover of one topic by several runs, each array (runs, thresholds).

    The fields are those of Cover; ungraded has one value a run.
    """

    lower: Floats
    upper: Floats
    of_pool: Floats
    ungraded: Floats


def covers(own: Grades, there: Flags, pooled: Flags, taus: Sequence[int]) -> Covers:
    """Return the cover of a topic with at least one question by several runs.

    own: grades, (runs, passages, questions), UNGRADED after a run's last passage.
    there: which passages a run has.
    """
    levels = np.array(taus)
    runs, _, questions = own.shape
    best = own.max(axis=1, initial=UNGRADED)
    covered = best[:, None, :] >= levels[:, None]
    ungraded = (own < 0) & there[:, :, None]
    open_: Flags = np.asarray(ungraded.any(axis=1))
    pairs = there.sum(axis=1) * questions
    reachable = np.broadcast_to(pooled.sum(axis=1), (runs, len(levels)))
    return Covers(
        lower=covered.mean(axis=2),
        upper=(covered | open_[:, None, :]).mean(axis=2),
        of_pool=np.divide(
            covered.sum(axis=2),
            reachable,
            out=np.full(reachable.shape, np.nan),
            where=reachable > 0,
        ),
        ungraded=ungraded.sum(axis=(1, 2)) / np.maximum(pairs, 1),
    )


def _best(grades: Grades) -> NDArray[np.int8]:
    if not len(grades):
        return np.full(grades.shape[1], UNGRADED, dtype=np.int8)
    best: NDArray[np.int8] = grades.max(axis=0)
    return best


class Mean(NamedTuple):
    """A mean over topics, with its standard error; None of a single topic."""

    mean: float | None
    std_error: float | None
    n: int


def means_of(table: Floats) -> list[Mean]:
    """Return the mean of the defined values of each row.

    The standard error is s / √n, where s divides by n - 1.
    """
    known = ~np.isnan(table)
    n = known.sum(axis=1)
    values = np.where(known, table, 0.0)
    means = values.sum(axis=1) / np.maximum(n, 1)
    squares = np.where(known, np.square(table - means[:, None]), 0.0).sum(axis=1)
    errors = np.sqrt(squares / np.maximum(n - 1, 1) / np.maximum(n, 1))
    return [
        Mean(mean if size else None, error if size > 1 else None, size)
        for mean, error, size in zip(
            means.tolist(), errors.tolist(), n.tolist(), strict=True
        )
    ]
