"""Figures of each question: how it agrees with people, and what it discriminates."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from assess.judging.kernel.agreement.intervals import Clusters, Measured, Resampling
from assess.judging.kernel.agreement.kappa import defined, kappas
from exams.kernel.grades import UNGRADED, Grades, Labels, labels_of

Flags = NDArray[np.bool_]
Ints = NDArray[np.int64]

SEED = 0  # the same intervals at every look


class QuestionFigures(NamedTuple):
    """A question at a threshold, over the passages that it was graded on.

    answered: passages with a grade from tau on. suspect: those of them that people
    graded low. kappa: of its grades from tau on with human grades from h on, n passages
    that have both; low, high: its interval. without: κ of the topic's labels if the
    question were left out. item_rest: the correlation of its grades with the mean of
    the others'.
    """

    answered: int
    graded: int
    suspect: int
    kappa: float | None
    low: float | None
    high: float | None
    n: int
    without: float | None
    item_rest: float | None

    @property
    def nobody(self) -> bool:
        """Return whether no passage answers the question."""
        return self.graded > 0 and self.answered == 0

    @property
    def everybody(self) -> bool:
        """Return whether every passage answers the question."""
        return self.graded > 0 and self.answered == self.graded


def figures_of(
    grades: Grades, human: Labels, *, tau: int, h: int
) -> list[QuestionFigures]:
    """Return the figures of each question of a topic."""
    known = human != UNGRADED
    return [
        _figures(grades, place, human, known, tau, h)
        for place in range(grades.shape[1])
    ]


def _figures(  # noqa: PLR0917 - one topic's arrays and two cuts
    grades: Grades, place: int, human: Labels, known: Flags, tau: int, h: int
) -> QuestionFigures:
    own = grades[:, place]
    graded = own != UNGRADED
    both = graded & known
    rest = np.delete(grades, place, axis=1)
    labels = labels_of(rest)
    others = known & (labels != UNGRADED)
    kappa = _kappa(own[both] >= tau, human[both] >= h)
    return QuestionFigures(
        answered=int((own >= tau).sum()),
        graded=int(graded.sum()),
        suspect=int(((own >= tau) & known & (human < h)).sum()),
        kappa=kappa.value,
        low=kappa.low,
        high=kappa.high,
        n=int(both.sum()),
        without=defined(kappas(_table(labels[others] >= tau, human[others] >= h))),
        item_rest=_item_rest(own, rest, graded),
    )


def _table(a: Flags, b: Flags) -> Ints:
    return np.bincount(a * 2 + b, minlength=4).reshape(2, 2).astype(np.int64)


def _kappa(a: Flags, b: Flags) -> Measured:
    """Return κ with the interval of a bootstrap over the passages."""
    table = _table(a, b)
    places = np.flatnonzero(table)
    cells = np.zeros((len(places), 4), dtype=np.int64)
    cells[np.arange(len(places)), places] = table.ravel()[places]
    clusters = Clusters(places, table.ravel()[places], by_topic=False)
    drawn = Resampling(clusters, rng=np.random.default_rng(SEED))
    return drawn.measured(cells.reshape(-1, 2, 2), kappas)


def _item_rest(own: Labels, rest: Grades, graded: Flags) -> float | None:
    """Return the correlation with the mean of the other grades; None if constant."""
    use = graded & (rest != UNGRADED).any(axis=1)
    if use.sum() < 2:
        return None
    masked = np.ma.masked_equal(rest[use].astype(np.float64), UNGRADED)
    mean = np.asarray(masked.mean(axis=1).filled(np.nan))
    item = own[use].astype(np.float64)
    if not item.std() or not mean.std():
        return None
    return float(np.corrcoef(item, mean)[0, 1])
