"""Cohen's kappa and the share of equal labels, of each table of a stack."""

from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

Weights = Literal["none", "linear", "quadratic"]
WEIGHTS: tuple[Weights, ...] = get_args(Weights)
Floats = NDArray[np.float64]


def agreement_shares(stack: NDArray[Any]) -> Floats:
    """Return the share of equal labels of each table (..., k, k); NaN without items."""
    same = np.trace(stack, axis1=-2, axis2=-1)
    return quotients(same, stack.sum(axis=(-2, -1)))


def kappas(stack: NDArray[Any], *, weights: Weights = "none") -> Floats:
    """Return Cohen's kappa of each table (..., k, k), from -1 to 1 (Cohen 1960, 1968).

    kappa_w = 1 - sum(w * observed) / sum(w * expected by the margins), with w the
    distance of two categories: 0 or 1, |i - j|, or (i - j) squared; the first is (p_o -
    p_e) / (1 - p_e). NaN without items, and if both judges used only one label, the
    same; 0 if only one of them is constant. Counts are summed as integers, so that a 0
    is exact.
    """
    distance = _distances(stack.shape[-1], weights)
    observed = (stack * distance).sum(axis=(-2, -1))
    rows, columns = stack.sum(axis=-1), stack.sum(axis=-2)
    expected = ((rows @ distance) * columns).sum(axis=-1)
    return quotients(expected - rows.sum(axis=-1) * observed, expected)


def quotients(above: NDArray[Any], below: NDArray[Any]) -> Floats:
    """Return above / below; NaN if below is 0."""
    nothing = np.full(np.shape(below), np.nan)
    found: Floats = np.divide(above, below, out=nothing, where=np.asarray(below) != 0)
    return found


def defined(value: float | Floats) -> float | None:
    """Return a number; None for NaN, which means undefined."""
    number = float(value)
    return None if np.isnan(number) else number


def _distances(size: int, weights: Weights) -> NDArray[np.int64]:
    places = np.arange(size, dtype=np.int64)
    apart: NDArray[np.int64] = np.abs(places[:, None] - places)
    if weights == "none":
        return np.sign(apart)
    if weights == "linear":
        return apart
    return np.square(apart)
