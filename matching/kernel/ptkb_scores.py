"""How well a run chose the statements of a person that matter to a turn."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Set
from statistics import fmean
from typing import NamedTuple, TypeVar

T = TypeVar("T", bound=Hashable)  # a turn


class PtkbScores(NamedTuple):
    """Means over the turns with a relevant statement, and the turns without.

    precision, recall, f1: None without any such turn. empty: the share of the other
    turns for which the run chose nothing, which is right; None without any.
    """

    precision: float | None
    recall: float | None
    f1: float | None
    turns: int
    empty: float | None
    turns_without: int


def turn_ptkb(
    relevant: Set[Hashable], chosen: Set[Hashable]
) -> tuple[float, float, float]:
    """Return precision, recall and F1 of one turn with a relevant statement.

    Nothing chosen has precision 0.
    """
    both = len(relevant & chosen)
    precision = both / len(chosen) if chosen else 0.0
    recall = both / len(relevant)
    total = precision + recall
    return precision, recall, 2 * precision * recall / total if total else 0.0


def ptkb_scores(
    relevant: Mapping[T, Set[Hashable]], chosen: Mapping[T, Set[Hashable]]
) -> PtkbScores:
    """Return a run's scores; `relevant` has every judged turn, some of them empty."""
    rows = [
        turn_ptkb(found, chosen.get(turn, frozenset()))
        for turn, found in relevant.items()
        if found
    ]
    others = [turn for turn, found in relevant.items() if not found]
    precision, recall, f1 = map(fmean, zip(*rows, strict=True)) if rows else [None] * 3
    right = [not chosen.get(turn) for turn in others]
    empty = fmean(right) if right else None
    return PtkbScores(precision, recall, f1, len(rows), empty, len(others))
