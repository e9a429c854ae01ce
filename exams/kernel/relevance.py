"""Passage labels against people's relevance: cuts of both, κ, and lists to check."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from assess.judging.kernel.agreement.kappa import agreement_shares, defined, kappas
from exams.kernel.grades import UNGRADED, Grades, Labels

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]


class Cut(NamedTuple):
    """The agreement of labels from tau on with human grades from h on.

    table: rows labels below tau, then from it on; columns human grades likewise.
    no_label, no_human: passages that only the other side judged.
    """

    tau: int
    h: int
    table: tuple[tuple[int, int], tuple[int, int]]
    kappa: float | None
    agreement: float | None
    n: int
    no_label: int = 0
    no_human: int = 0


def cuts(
    labels: Labels, human: Labels, taus: Sequence[int], levels: Sequence[int]
) -> list[Cut]:
    """Return the agreement at each pair of cuts, over passages that both judged.

    labels, human: aligned; UNGRADED where a side has none.
    """
    both = (labels != UNGRADED) & (human != UNGRADED)
    no_label = int(((human != UNGRADED) & ~both).sum())
    no_human = int(((labels != UNGRADED) & ~both).sum())
    a, b = labels[both], human[both]
    return [
        _cut(tau, h, _table(a >= tau, b >= h))._replace(
            no_label=no_label, no_human=no_human
        )
        for tau in taus
        for h in levels
    ]


def _table(a: Flags, b: Flags) -> Ints:
    return np.bincount(a * 2 + b, minlength=4).reshape(2, 2).astype(np.int64)


def _cut(tau: int, h: int, counts: Ints) -> Cut:
    (low, miss), (false, high) = counts.tolist()
    return Cut(
        tau=tau,
        h=h,
        table=((low, miss), (false, high)),
        kappa=defined(kappas(counts)),
        agreement=defined(agreement_shares(counts)),
        n=int(counts.sum()),
    )


def uncovered(labels: Labels, human: Labels, *, tau: int, h: int) -> Flags:
    """Return the passages that people graded from h on, with a label below tau."""
    found: Flags = (human >= h) & (labels != UNGRADED) & (labels < tau)
    return found


def suspects(grades: Grades, human: Labels, *, tau: int, h: int) -> Ints:
    """Return per question how many passages below h have a grade from tau on.

    A passage without a human grade is not counted.
    """
    bad = (human != UNGRADED) & (human < h)
    found: Ints = (grades[bad] >= tau).sum(axis=0)
    return found


def misled(labels: Labels, human: Labels, *, tau: int, h: int) -> Flags:
    """Return the passages that people graded below h, with a label from tau on."""
    found: Flags = (human != UNGRADED) & (human < h) & (labels >= tau)
    return found
