"""What a panel of judges says, given what its members said."""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from math import inf
from typing import Literal, NamedTuple, get_args

Rule = Literal[
    "assessors",
    "majority",
    "majority_of_three",
    "median",
    "upper_median",
    "rounded_mean",
    "first",
]
RULES: tuple[Rule, ...] = get_args(Rule)
ASSESSORS: Rule = "assessors"  # the one rule whose members are not chosen
MAJORITY_OF_THREE: Rule = "majority_of_three"
FIRST: Rule = "first"
QUORUM = 3  # labels without which the majority of three says nothing
# These count places on the scale.
ORDERED: tuple[Rule, ...] = ("median", "upper_median", "rounded_mean")
# Which of the two labels in the middle of an even number is the median.
MIDDLES: dict[str, str] = {"median": "lower", "upper_median": "higher"}


class UnknownVote(ValueError):
    """A member's label that is not on the panel's scale; the message names it."""


class Vote(NamedTuple):
    """One member's label of an item ("" = unjudged).

    given: its place among all labels in the order in which they were first given.
    """

    value: str
    given: int | None = None


def combine(
    rule: Rule,
    votes: Sequence[Vote],
    *,
    scale: Sequence[str],
    apart: Sequence[str] = (),
) -> str | None:
    """Return a panel's label of one item, None where the panel has none.

    votes stand in the members' order, a member's absence as Vote(""); scale lists the
    values from lowest to highest. Unjudged votes are left out first.

    - assessors: the label first given earliest; without places, the first member's
    - first: the first member's that has one (adjudicated, else the next)
    - majority: the value with the most votes; None on a tie at the top
    - majority_of_three: the same over at least three votes, None with fewer
    - median: the middle value; of two middle ones the lower (of two votes the minimum)
    - upper_median: the middle value; of two middle ones the higher (the maximum)
    - rounded_mean: the mean place on the scale, a half rounded up

    Values apart have no place in the scale's order: the last three rules leave them
    out, and do as majority where nothing else is left.
    """
    cast = [vote for vote in votes if vote.value]
    if rule == ASSESSORS:
        cast.sort(key=lambda vote: inf if vote.given is None else vote.given)
    values = tuple(vote.value for vote in cast)
    return _decide(rule, values, tuple(scale), tuple(apart))


@lru_cache(maxsize=10_000)
def _decide(
    rule: Rule, values: tuple[str, ...], scale: tuple[str, ...], apart: tuple[str, ...]
) -> str | None:
    for value in values:
        if value not in scale:
            raise UnknownVote(f"{value!r} is not on the scale {list(scale)}")
    if rule in ORDERED:
        placed = tuple(value for value in values if value not in apart)
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
