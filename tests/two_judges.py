"""Two judges compared over pairs of labels."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from assess.judging.kernel.agreement import (
    agreement_shares,
    confusion,
    defined,
    kappas,
)
from assess.judging.kernel.agreement.tables import Ints


class Agreement(NamedTuple):
    """Agreement of two judges; None is undefined."""

    n: int
    agreement: float | None
    kappa: float | None
    kappa_linear: float | None
    kappa_quadratic: float | None


def agree(pairs: Iterable[tuple[str, str]], categories: Sequence[str]) -> Agreement:
    """Compare two judges; categories in order."""
    return agreement_of(confusion(pairs, categories))


def agreement_of(table: Ints) -> Agreement:
    """Compare two judges by their confusion matrix."""
    return Agreement(
        int(table.sum()),
        defined(agreement_shares(table)),
        defined(kappas(table)),
        defined(kappas(table, weights="linear")),
        defined(kappas(table, weights="quadratic")),
    )
