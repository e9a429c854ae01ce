"""Krippendorff's alpha: any number of judges, labels may be missing."""

from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from assess.judging.kernel.agreement.kappa import Floats, quotients
from assess.judging.kernel.agreement.tables import UNLABELLED, Ints

Metric = Literal["nominal", "ordinal", "interval"]
METRICS: tuple[Metric, ...] = get_args(Metric)


def coincidences(codes: Ints, clusters: Ints, *, size: int) -> Floats:
    """Return each cluster's coincidence matrix: an array (clusters, size, size).

    codes: (items, judges), places on the scale, UNLABELLED if a judge has no label.
    Each ordered pair of labels of an item with m labels counts 1 / (m - 1).
    """
    number = int(clusters.max()) + 1 if len(clusters) else 0
    labels = (codes != UNLABELLED).sum(axis=1)
    weights = quotients(np.ones(len(codes)), labels - 1)
    counts = np.zeros(number * size * size)
    for first in range(codes.shape[1]):
        for second in range(first):
            both = (codes[:, [first, second]] != UNLABELLED).all(axis=1)
            a, b = codes[both, first], codes[both, second]
            cells = (clusters[both] * size + a) * size + b
            counts += np.bincount(cells, weights[both], minlength=len(counts))
    half = counts.reshape(number, size, size)
    return half + half.swapaxes(-1, -2)


def alphas(stack: NDArray[Any], values: Floats, *, metric: Metric) -> Floats:
    """Return alpha of each coincidence matrix (..., k, k), at most 1.

    Krippendorff 2011, "Computing": alpha = 1 - D_o / D_e, the disagreement within items
    over that of any two labels. values: the number at each place on the scale. NaN
    without an item of two labels, and if all labels are the same. For ordered labels,
    each label is placed at the middle of its own range among all sorted labels; the
    ordinal distance is the distance of these places.
    """
    margins = stack.sum(axis=-1)
    apart = _distances(margins, values, metric)
    observed = (stack * apart).sum(axis=(-2, -1))
    by_chance = margins[..., :, None] * margins[..., None, :]
    expected = (by_chance * apart).sum(axis=(-2, -1))
    total = margins.sum(axis=-1)
    return 1 - quotients((total - 1) * observed, expected)


def _distances(margins: Floats, values: Floats, metric: Metric) -> Floats:
    if metric == "nominal":
        return 1 - np.eye(len(values))
    places = values
    if metric == "ordinal":
        places = np.cumsum(margins, axis=-1) - margins / 2
    return np.asarray((places[..., :, None] - places[..., None, :]) ** 2)
