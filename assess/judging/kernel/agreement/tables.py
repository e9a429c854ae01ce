"""Confusion matrices: how often two judges gave each pair of labels."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

Matrix = tuple[tuple[int, ...], ...]
Ints = NDArray[np.int64]
UNLABELLED = -1  # in arrays of places on the scale


class UnknownCategory(ValueError):
    """A label that is not among the categories; the message names it."""


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


def tables(
    a: Ints, b: Ints, clusters: Ints, *, size: int, width: int | None = None
) -> Ints:
    """Return one confusion matrix a cluster: an array (clusters, size, width).

    a, b: places on the scale, UNLABELLED where the judge has none: such items are left
    out. clusters: each item's, from 0 without a gap; width is size where not given.
    """
    width = size if width is None else width
    number = int(clusters.max()) + 1 if len(clusters) else 0
    both = (a != UNLABELLED) & (b != UNLABELLED)
    cells = (clusters[both] * size + a[both]) * width + b[both]
    counts = np.bincount(cells, minlength=number * size * width)
    return counts.reshape(number, size, width).astype(np.int64)


def as_matrix(table: Ints) -> Matrix:
    """Return a table of counts as rows."""
    return tuple(tuple(int(count) for count in row) for row in table)


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
