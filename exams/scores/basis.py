"""The basis of exam scores: a bank, a judge, and how passages get their labels."""

from __future__ import annotations

from dataclasses import dataclass

from assess.judging.models import Judge
from exams.kernel.grades import Variant
from exams.models import QuestionBank


@dataclass(frozen=True)
class Basis:
    """The basis of exam scores."""

    bank: QuestionBank
    judge: Judge
    variant: Variant = "best"

    @property
    def depth(self) -> int:
        """Return how many passages of a run count for its cover."""
        return self.bank.track.profile.exam.depth
