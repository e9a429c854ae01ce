"""A topic's grades as a matrix, and the labels of passages that follow from them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

Grades = NDArray[np.int8]  # (passages, questions)
Labels = NDArray[np.int8]  # (passages,)
Variant = Literal["best", "second", "count"]
VARIANTS: tuple[Variant, ...] = get_args(Variant)

UNGRADED = -1
TAUS = (1, 3, 4, 5)
DEFAULT_TAU = 4


def labels_of(grades: Grades, variant: Variant = "best", *, tau: int = 0) -> Labels:
    """Return each passage's label, UNGRADED if no question was graded on it.

    best: the highest grade. second: the second highest (RUBRIC's min_answers 2): 0
    where only one is graded. count: the number of questions with a grade from tau on.
    """
    graded = (grades >= 0).any(axis=1)
    if not grades.shape[1]:
        return np.full(len(grades), UNGRADED, dtype=np.int8)
    if variant == "best":
        found = grades.max(axis=1)
    elif variant == "second":
        found = _second(grades)
    else:
        found = (grades >= tau).sum(axis=1)
    return np.where(graded, found, UNGRADED).astype(np.int8)


def _second(grades: Grades) -> Labels:
    if grades.shape[1] < 2:
        return np.zeros(len(grades), dtype=np.int8)
    second = np.partition(grades, -2, axis=1)[:, -2]
    return np.maximum(second, 0)


def facet_labels(grades: Grades, facets: Sequence[str]) -> dict[str, Labels]:
    """Return the best grade over each facet's questions; facets: each question's."""
    named = np.array(facets)
    return {
        facet: labels_of(grades[:, named == facet]) for facet in dict.fromkeys(facets)
    }
