"""Confusion matrices: how often two judges gave each pair of labels."""

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

Matrix = tuple[tuple[int, ...], ...]
Ints = NDArray[np.int64]
UNLABELLED = -1  # in arrays of places on the scale


class UnknownCategory(ValueError):
    """A label that is not among the categories; the message names it."""


def confusion(pairs: Iterable[tuple[str, str]], categories: Sequence[str]) -> Ints:
    """Count the pairs: row = the first judge's category, column = the second's.

    Raise UnknownCategory for a label outside the categories.
    """
    place = {category: index for index, category in enumerate(categories)}
    counts = np.zeros((len(categories), len(categories)), dtype=np.int64)
    for first, second in pairs:
        try:
            counts[place[first], place[second]] += 1
        except KeyError as error:
            raise UnknownCategory(f"no category {error.args[0]!r}") from error
    return counts


def tables(
    a: Ints, b: Ints, clusters: Ints, *, size: int, width: int | None = None
) -> Ints:
    """Return one confusion matrix per cluster: an array (clusters, size, width).

    a, b: places on the scale, UNLABELLED if the judge has no label; such items are
    omitted. clusters: each item's, numbered from 0 without gaps; width defaults to
    size.
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


def cut_in_two(stack: Ints, a: int, b: int) -> Ints:
    """Return 2 × 2 tables of labels below a place on the scale and from it on.

    Method 9. stack: (tables, k, k); a, b: a cut for each judge, 1 to k - 1.
    """
    rows = np.add.reduceat(stack, [0, a], axis=1)
    return np.add.reduceat(rows, [0, b], axis=2)
