"""The basis of matching scores."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from assess.judging.models import Judge
from nuggets.models import Bank

By = Literal["pairs", "responses"]
PAIRS: By = "pairs"
RESPONSES: By = "responses"
WAYS: tuple[By, ...] = (PAIRS, RESPONSES)


@dataclass(frozen=True)
class Basis:
    """A bank of gold nuggets, a judge, and what it judged.

    by: pairs of nuggets (NtN), or whole responses (NtR). nuggets: whose response
    nuggets count, None by responses. topics: row numbers, None for all.
    """

    bank: Bank
    judge: Judge
    by: By
    nuggets: Judge | None = None
    topics: frozenset[int] | None = None
