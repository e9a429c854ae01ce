"""Panels: combine the labels of the members, for many items at once."""

from collections.abc import Callable
from typing import Literal, NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]

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
ASSESSORS: Rule = "assessors"  # the only rule without explicit members
MAJORITY_OF_THREE: Rule = "majority_of_three"
FIRST: Rule = "first"
QUORUM = 3  # the fewest labels for which the majority of three has a result
# These rules use places on the scale.
ORDERED: tuple[Rule, ...] = ("median", "upper_median", "rounded_mean")
NO_PLACE = np.iinfo(np.int64).max
# The median of an even number of labels: the lower or the higher of the middle two.
MIDDLES: dict[str, str] = {"median": "lower", "upper_median": "higher"}


class UnknownVote(ValueError):
    """A member's label that is not on the panel's scale; the message names it."""


class Votes(NamedTuple):
    """The members' labels, one row each.

    item: the item's number, from 0. member: the member's place. value: its place on the
    scale. given: its place in the order in which labels were first given, NO_PLACE if
    it has none.
    """

    item: Ints
    member: Ints
    value: Ints
    given: Ints


class PanelLabels(NamedTuple):
    """A panel's labels: ascending items, and each label's place on the scale."""

    item: Ints
    value: Ints


def combine(rule: Rule, votes: Votes, *, scale: int, apart: Flags) -> PanelLabels:
    """Return the panel's label of each item for which its rule has a result.

    - assessors: the label that was first given; without places, the first member's
    - first: the label of the first member that has one (adjudicated, else the next)
    - majority: the value with the most votes; none if the most frequent values tie
    - majority_of_three: the same over at least three votes, none with fewer
    - median: the middle value; of two middle ones the lower (of two votes the minimum)
    - upper_median: the middle value; of two middle ones the higher (the maximum)
    - rounded_mean: the mean place on the scale, a half rounded up

    scale: the number of values, from lowest to highest. apart: the values without a
    place in that order. The last three rules ignore those, and use the majority for
    items that have no other votes. Raise UnknownVote for a value off the scale, unless
    the rule copies one member's label.
    """
    if rule not in {ASSESSORS, FIRST} and (votes.value >= scale).any():
        raise UnknownVote(f"a member's label is none of the {scale} on the scale")
    if rule in ORDERED:
        votes, rest = _placed(votes, apart)
        return _joined(_RULES[rule](votes, scale), _majority(rest, scale))
    return _RULES[rule](votes, scale)


def _placed(votes: Votes, apart: Flags) -> tuple[Votes, Votes]:
    """Separate votes on the scale from items whose only votes are off its order."""
    placed = ~apart[votes.value]
    rest = ~np.isin(votes.item, votes.item[placed])
    return _some(votes, placed), _some(votes, rest)


def _some(votes: Votes, which: Flags) -> Votes:
    return Votes(*(column[which] for column in votes))


def _joined(one: PanelLabels, other: PanelLabels) -> PanelLabels:
    item = np.concatenate([one.item, other.item])
    order = np.argsort(item, kind="stable")
    return PanelLabels(item[order], np.concatenate([one.value, other.value])[order])


def _assessors(votes: Votes, _scale: int) -> PanelLabels:
    return _first_of(votes, np.lexsort((votes.member, votes.given, votes.item)))


def _first(votes: Votes, _scale: int) -> PanelLabels:
    return _first_of(votes, np.lexsort((votes.member, votes.item)))


def _first_of(votes: Votes, order: Ints) -> PanelLabels:
    item, starts = np.unique(votes.item[order], return_index=True)
    return PanelLabels(item, votes.value[order][starts])


def _majority(votes: Votes, scale: int) -> PanelLabels:
    item, place = np.unique(votes.item, return_inverse=True)
    counts = np.bincount(place * scale + votes.value, minlength=len(item) * scale)
    table = counts.reshape(len(item), scale)
    if not len(item):
        return PanelLabels(item, item)
    most = table.max(axis=1)
    alone = (table == most[:, None]).sum(axis=1) == 1
    return PanelLabels(item[alone], table.argmax(axis=1)[alone])


def _majority_of_three(votes: Votes, scale: int) -> PanelLabels:
    item, counts = np.unique(votes.item, return_counts=True)
    enough = np.isin(votes.item, item[counts >= QUORUM])
    return _majority(_some(votes, enough), scale)


def _median(votes: Votes, _scale: int) -> PanelLabels:
    return _middle(votes, below=1)


def _upper_median(votes: Votes, _scale: int) -> PanelLabels:
    return _middle(votes, below=0)


def _middle(votes: Votes, *, below: int) -> PanelLabels:
    """Return the middle values; below: 1 for the lower of two in the middle, else 0."""
    order = np.lexsort((votes.value, votes.item))
    item, starts, sizes = np.unique(
        votes.item[order], return_index=True, return_counts=True
    )
    return PanelLabels(item, votes.value[order][starts + (sizes - below) // 2])


def _rounded_mean(votes: Votes, _scale: int) -> PanelLabels:
    item, place, sizes = np.unique(votes.item, return_inverse=True, return_counts=True)
    total = np.zeros(len(item), dtype=np.int64)
    np.add.at(total, place, votes.value)
    return PanelLabels(item, (2 * total + sizes) // (2 * sizes))


_RULES: dict[Rule, Callable[[Votes, int], PanelLabels]] = {
    ASSESSORS: _assessors,
    FIRST: _first,
    "majority": _majority,
    MAJORITY_OF_THREE: _majority_of_three,
    "median": _median,
    "upper_median": _upper_median,
    "rounded_mean": _rounded_mean,
}
