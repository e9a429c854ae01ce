"""What scores rest on: a bank, a judge of its assignments, and the rules of absence."""

from __future__ import annotations

from dataclasses import dataclass

from assess.models import Judge
from nuggets.kernel.nugget_scores import Unlabelled
from nuggets.kernel.run_means import Unanswered
from nuggets.models import Bank, Condition


@dataclass(frozen=True)
class Basis:
    """What scores rest on; topics None: all that the bank and the judge both have."""

    bank: Bank
    judge: Judge
    topics: frozenset[int] | None = None  # row numbers
    unanswered: Unanswered = "zero"
    unlabelled: Unlabelled = "undefined"


def basis_of(condition: Condition) -> Basis:
    """Return what a named condition's scores rest on."""
    topics = frozenset(condition.topics.values_list("pk", flat=True))
    return Basis(condition.bank, condition.assignment_judge, topics or None)
