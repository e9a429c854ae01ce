"""What a panel says of many items at once: panels.combine over columns of votes."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from assess.judging.kernel.panels import (
    ASSESSORS,
    FIRST,
    MAJORITY_OF_THREE,
    ORDERED,
    QUORUM,
    Rule,
)

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]

NO_PLACE = np.iinfo(np.int64).max


class Votes(NamedTuple):
    """The members' given labels, one row each.

    item: the item's number, from 0. member: the member's place. value: its place on
    the scale. given: its place in the order in which labels were first given, NO_PLACE
    where it has none.
    """

    item: Ints
    member: Ints
    value: Ints
    given: Ints


class Said(NamedTuple):
    """What the panel says: rising items, and a value's place on the scale for each."""

    item: Ints
    value: Ints


def combine_columns(rule: Rule, votes: Votes, *, scale: int, apart: Flags) -> Said:
    """Return the panel's label of each item on which its rule comes to something.

    scale: how many values there are; apart: which of them have no place in the others'
    order. The rules are those of panels.combine.
    """
    if rule in ORDERED:
        votes, rest = _placed(votes, apart)
        return _joined(_RULES[rule](votes, scale), _majority(rest, scale))
    return _RULES[rule](votes, scale)


def _placed(votes: Votes, apart: Flags) -> tuple[Votes, Votes]:
    """Part the votes in place from those of the items that have none but apart."""
    placed = ~apart[votes.value]
    rest = ~np.isin(votes.item, votes.item[placed])
    return _some(votes, placed), _some(votes, rest)


def _some(votes: Votes, which: Flags) -> Votes:
    return Votes(*(column[which] for column in votes))


def _joined(one: Said, other: Said) -> Said:
    item = np.concatenate([one.item, other.item])
    order = np.argsort(item, kind="stable")
    return Said(item[order], np.concatenate([one.value, other.value])[order])


def _assessors(votes: Votes, _scale: int) -> Said:
    return _first_of(votes, np.lexsort((votes.member, votes.given, votes.item)))


def _first(votes: Votes, _scale: int) -> Said:
    return _first_of(votes, np.lexsort((votes.member, votes.item)))


def _first_of(votes: Votes, order: Ints) -> Said:
    item, starts = np.unique(votes.item[order], return_index=True)
    return Said(item, votes.value[order][starts])


def _majority(votes: Votes, scale: int) -> Said:
    item, place = np.unique(votes.item, return_inverse=True)
    counts = np.bincount(place * scale + votes.value, minlength=len(item) * scale)
    table = counts.reshape(len(item), scale)
    if not len(item):
        return Said(item, item)
    most = table.max(axis=1)
    alone = (table == most[:, None]).sum(axis=1) == 1
    return Said(item[alone], table.argmax(axis=1)[alone])


def _majority_of_three(votes: Votes, scale: int) -> Said:
    item, counts = np.unique(votes.item, return_counts=True)
    enough = np.isin(votes.item, item[counts >= QUORUM])
    return _majority(_some(votes, enough), scale)


def _median(votes: Votes, _scale: int) -> Said:
    return _middle(votes, below=1)


def _upper_median(votes: Votes, _scale: int) -> Said:
    return _middle(votes, below=0)


def _middle(votes: Votes, *, below: int) -> Said:
    """Return the middle values; below: 1 for the lower of two in the middle, else 0."""
    order = np.lexsort((votes.value, votes.item))
    item, starts, sizes = np.unique(
        votes.item[order], return_index=True, return_counts=True
    )
    return Said(item, votes.value[order][starts + (sizes - below) // 2])


def _rounded_mean(votes: Votes, _scale: int) -> Said:
    item, place, sizes = np.unique(votes.item, return_inverse=True, return_counts=True)
    total = np.zeros(len(item), dtype=np.int64)
    np.add.at(total, place, votes.value)
    return Said(item, (2 * total + sizes) // (2 * sizes))


_RULES: dict[Rule, Callable[[Votes, int], Said]] = {
    ASSESSORS: _assessors,
    FIRST: _first,
    "majority": _majority,
    MAJORITY_OF_THREE: _majority_of_three,
    "median": _median,
    "upper_median": _upper_median,
    "rounded_mean": _rounded_mean,
}
