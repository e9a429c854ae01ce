"""A panel's label of one item, vote by vote: an oracle."""

from collections import Counter
from collections.abc import Callable, Sequence
from math import inf
from typing import NamedTuple

from assess.judging.kernel.panels import (
    ASSESSORS,
    FIRST,
    MAJORITY_OF_THREE,
    ORDERED,
    QUORUM,
    Rule,
)


class Vote(NamedTuple):
    """One member's label of an item ("" = unjudged).

    given: its place among all labels in the order in which they were first given.
    """

    value: str
    given: int | None = None


def combine_votes(
    rule: Rule,
    votes: Sequence[Vote],
    *,
    scale: Sequence[str],
    apart: Sequence[str] = (),
) -> str | None:
    """Return a panel's label of one item, None if the panel has none.

    votes: in the members' order, a missing vote as Vote(""). scale: from lowest to
    highest.
    """
    cast = [vote for vote in votes if vote.value]
    if rule == ASSESSORS:
        cast.sort(key=lambda vote: inf if vote.given is None else vote.given)
    values = [vote.value for vote in cast]
    if rule in ORDERED:
        placed = [value for value in values if value not in apart]
        rule, values = (rule, placed) if placed else ("majority", values)
    return _RULES[rule](values, scale) if values else None


def _first(values: Sequence[str], _scale: Sequence[str]) -> str:
    return values[0]


def _majority(values: Sequence[str], _scale: Sequence[str]) -> str | None:
    ranked = Counter(values).most_common(2)
    tied = len(ranked) == 2 and ranked[0][1] == ranked[1][1]
    return None if tied else ranked[0][0]


def _majority_of_three(values: Sequence[str], scale: Sequence[str]) -> str | None:
    return _majority(values, scale) if len(values) >= QUORUM else None


def _median(values: Sequence[str], scale: Sequence[str]) -> str:
    places = sorted(scale.index(value) for value in values)
    return scale[places[(len(places) - 1) // 2]]


def _upper_median(values: Sequence[str], scale: Sequence[str]) -> str:
    places = sorted(scale.index(value) for value in values)
    return scale[places[len(places) // 2]]


def _rounded_mean(values: Sequence[str], scale: Sequence[str]) -> str:
    total = sum(scale.index(value) for value in values)
    return scale[(2 * total + len(values)) // (2 * len(values))]


_RULES: dict[Rule, Callable[[Sequence[str], Sequence[str]], str | None]] = {
    ASSESSORS: _first,
    FIRST: _first,
    "majority": _majority,
    MAJORITY_OF_THREE: _majority_of_three,
    "median": _median,
    "upper_median": _upper_median,
    "rounded_mean": _rounded_mean,
}
