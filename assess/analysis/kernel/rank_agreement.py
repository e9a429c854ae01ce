"""Agreement of two lists of scores on the order of the same things."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeVar

import numpy as np

from assess.analysis.kernel.rank_correlation import correlations
from assess.judging.kernel.agreement.kappa import defined

K = TypeVar("K")


class RankAgreement(NamedTuple):
    """The rank correlations of two score lists over n shared items.

    left_out: shared items with a score of None on a side. The coefficients are None if
    n < 2 or a side is constant.
    """

    n: int
    kendall_tau: float | None
    spearman_rho: float | None
    tau_ap: float | None
    left_out: int = 0


def rank_agreement(
    a: Mapping[K, float | None], b: Mapping[K, float | None]
) -> RankAgreement:
    """Correlate two score maps over their common keys, as correlations does."""
    shared = [key for key in a if key in b]
    pairs = [
        (x, y)
        for key in shared
        if (x := a[key]) is not None and (y := b[key]) is not None
    ]
    sides = np.array(pairs, dtype=np.float64).reshape(-1, 2).T
    found = correlations(sides[:1], sides[1:])
    tau, rho, tau_ap = (defined(float(each[0])) for each in found)
    return RankAgreement(len(pairs), tau, rho, tau_ap, len(shared) - len(pairs))
