"""How far two judges' labels of the same items agree."""

from collections.abc import Collection, Iterable, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

Matrix = tuple[tuple[int, ...], ...]
Weights = Literal["none", "linear", "quadratic"]


class UnknownCategory(ValueError):
    """A label that is not among the categories; the message names it."""


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


def confusion(pairs: Iterable[tuple[str, str]], categories: Sequence[str]) -> Matrix:
    """Count the pairs: row = the first judge's category, column = the second's.

    Raise UnknownCategory for a label outside the categories.
    """
    place = {category: index for index, category in enumerate(categories)}
    counts = [[0] * len(categories) for _ in categories]
    for first, second in pairs:
        try:
            counts[place[first]][place[second]] += 1
        except KeyError as error:
            raise UnknownCategory(f"no category {error.args[0]!r}") from error
    return tuple(tuple(row) for row in counts)


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


def agreement_share(matrix: Matrix) -> float | None:
    """Return the share of items that got one label from both; None without items."""
    n = sum(map(sum, matrix))
    same = sum(row[index] for index, row in enumerate(matrix))
    return same / n if n else None


def kappa(matrix: Matrix, *, weights: Weights = "none") -> float | None:
    """Return Cohen's kappa, from -1 to 1 (Cohen 1960; weighted: Cohen 1968).

    kappa_w = 1 - sum(w * observed) / sum(w * expected by the margins), with w the
    distance of two categories: 0 or 1, |i - j|, or (i - j) squared; the first is
    (p_o - p_e) / (1 - p_e). None without items, and where both judges used one and
    the same single label; 0 where only one of them is constant. Counts are summed as
    integers, so a 0 is exact.
    """
    n = sum(map(sum, matrix))
    rows = [sum(row) for row in matrix]
    columns = [sum(column) for column in zip(*matrix, strict=True)]
    observed = expected = 0
    for i, row in enumerate(matrix):
        for j, count in enumerate(row):
            distance = _distance(i, j, weights)
            observed += distance * count
            expected += distance * rows[i] * columns[j]
    return (expected - n * observed) / expected if expected else None


def _distance(i: int, j: int, weights: Weights) -> int:
    if weights == "linear":
        return abs(i - j)
    return (i - j) ** 2 if weights == "quadratic" else int(i != j)


def binarised(matrix: Matrix, *, cut_a: int, cut_b: int) -> Matrix:
    """Cut an ordered matrix to 2 by 2: below the cut, and at or above it.

    cut_a and cut_b are positions in the categories, one for each judge (method 9).
    """
    return tuple(
        tuple(
            sum(sum(row[left:right]) for row in matrix[top:bottom])
            for left, right in pairwise((0, cut_b, len(matrix)))
        )
        for top, bottom in pairwise((0, cut_a, len(matrix)))
    )
