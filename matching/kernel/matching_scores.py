"""Recall and precision of nuggets by pairs (NtN) and recall by responses (NtR).

Two conventions. Ours: a turn without gold nuggets counts for nothing, an answer that is
missing or empty has recall 0 and no precision. `cone-rag`: what CONE-RAG's NtN computes
(matching/NtN.py): a turn without gold nuggets has recall 0, and precision 0 where the
response has nuggets; a missing answer is skipped.
"""

from __future__ import annotations

from collections.abc import Iterable
from statistics import fmean
from typing import Literal, NamedTuple

Convention = Literal["ours", "cone-rag"]
CONVENTIONS: tuple[Convention, ...] = ("ours", "cone-rag")


class Turn(NamedTuple):
    """The counts of one response to one turn.

    gold: gold nuggets of the turn; covered: of these, those that the response has.
    nuggets: found nuggets of the response, None where only its text was judged (NtR);
    matched: of these, those that entail a gold nugget. answered: the run has a response
    to the turn; empty: that response has no text.
    """

    gold: int
    covered: int
    nuggets: int | None = None
    matched: int = 0
    answered: bool = True
    empty: bool = False


class Scores(NamedTuple):
    """Means over turns, None where no turn counts, with the numbers of turns."""

    precision: float | None
    recall: float | None
    turns_precision: int
    turns_recall: int


def turn_scores(
    turn: Turn, convention: Convention = "ours"
) -> tuple[float | None, float | None]:
    """Return precision and recall of one turn, None where it counts for nothing."""
    if convention == "cone-rag":
        return _cone_scores(turn)
    if not turn.gold:
        return None, None
    if not turn.answered:
        return None, 0.0
    precision = turn.matched / turn.nuggets if turn.nuggets else None
    return precision, turn.covered / turn.gold


def _cone_scores(turn: Turn) -> tuple[float | None, float | None]:
    if not turn.answered:
        return None, None
    if turn.nuggets is None:  # its NtR skips turns without gold, and empty answers
        skipped = turn.empty or not turn.gold
        return None, None if skipped else turn.covered / turn.gold
    precision = turn.matched / turn.nuggets if turn.nuggets else None
    return precision, turn.covered / turn.gold if turn.gold else 0.0


def run_scores(turns: Iterable[Turn], convention: Convention = "ours") -> Scores:
    """Return the means of a run over the turns that count."""
    pairs = [turn_scores(turn, convention) for turn in turns]
    precisions = [precision for precision, _ in pairs if precision is not None]
    recalls = [recall for _, recall in pairs if recall is not None]
    return Scores(
        fmean(precisions) if precisions else None,
        fmean(recalls) if recalls else None,
        len(precisions),
        len(recalls),
    )
