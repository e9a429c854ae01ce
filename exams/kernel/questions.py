"""Figures of each question: how it agrees with people, and what it discriminates."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from assess.judging.kernel.agreement.kappa import defined, kappas
from exams.kernel.grades import UNGRADED, Grades, Labels, labels_of

Flags = NDArray[np.bool_]


class QuestionFigures(NamedTuple):
    """A question at a threshold, over the passages that it was graded on.

    answered: passages with a grade from tau on. suspect: those of them that people
    graded low. kappa: of its grades from tau on with human grades from h on, n passages
    that have both. without: κ of the topic's labels if the question were left out.
    item_rest: the correlation of its grades with the mean of the others'.
    """

    answered: int
    graded: int
    suspect: int
    kappa: float | None
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
    return QuestionFigures(
        answered=int((own >= tau).sum()),
        graded=int(graded.sum()),
        suspect=int(((own >= tau) & known & (human < h)).sum()),
        kappa=_kappa(own[both] >= tau, human[both] >= h),
        n=int(both.sum()),
        without=_kappa(labels[others] >= tau, human[others] >= h),
        item_rest=_item_rest(own, rest, graded),
    )


def _kappa(a: Flags, b: Flags) -> float | None:
    table = np.bincount(a * 2 + b, minlength=4).reshape(2, 2).astype(np.int64)
    return defined(kappas(table))


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
