"""Two judges' labels compared in one go, where there are few enough to list."""

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from assess.judging.kernel.agreement.kappa import agreement_share, kappa
from assess.judging.kernel.agreement.tables import Matrix, confusion


class Agreement(NamedTuple):
    """Two judges' agreement; what is undefined is None.

    The weighted kappas are over the items to which both gave categories in order.
    """

    categories: tuple[str, ...]
    matrix: Matrix
    n: int
    agreement: float | None
    kappa: float | None
    kappa_linear: float | None
    kappa_quadratic: float | None


def agree(
    pairs: Iterable[tuple[str, str]],
    categories: Sequence[str],
    *,
    apart: Collection[str] = (),
) -> Agreement:
    """Compare two judges over pairs of labels; categories in order, `apart` in none."""
    return agreement_of(confusion(pairs, categories), categories, apart=apart)


def agreement_of(
    matrix: Matrix, categories: Sequence[str], *, apart: Collection[str] = ()
) -> Agreement:
    """Compare two judges over a square confusion matrix of counts."""
    ordered = _without(matrix, [categories.index(each) for each in apart])
    return Agreement(
        categories=tuple(categories),
        matrix=matrix,
        n=sum(map(sum, matrix)),
        agreement=agreement_share(matrix),
        kappa=kappa(matrix),
        kappa_linear=kappa(ordered, weights="linear"),
        kappa_quadratic=kappa(ordered, weights="quadratic"),
    )


def _without(matrix: Matrix, places: Collection[int]) -> Matrix:
    return tuple(
        tuple(count for column, count in enumerate(row) if column not in places)
        for place, row in enumerate(matrix)
        if place not in places
    )
