"""Two conditions of nugget scores compared, as the page does it."""

from __future__ import annotations

from assess.analysis.kernel.condition_agreement import Way
from assess.analysis.rankings.comparison import tau_of
from assess.analysis.rankings.pairs import Pairing
from assess.analysis.scores.conditions import Condition
from nuggets.scores.basis import Basis
from nuggets.scores.scoring import NUGGETS


def tau_of_means(left: Basis, right: Basis, measure: str = "V_strict") -> Way:
    """Correlate the run means of two conditions."""
    one, other = (Condition(NUGGETS, "", "", basis) for basis in (left, right))
    table = Pairing(one, other).shared(measure)
    return tau_of(table.a, table.b)
