"""The offline assigner: word overlap, no model; a baseline, not a judge.

bench/README.md describes how it was selected, and its results on human labels.
"""

from collections.abc import Sequence
from typing import NamedTuple

from assess.judging.kernel.words import content_stems

SUPPORT = 0.4
PARTIAL = 0.25
MARK_LENGTH = 4


class Overlap(NamedTuple):
    """A nugget's label by overlap, and the underlying share (None: no word counts)."""

    value: str
    share: float | None


def mark(stem: str) -> str:
    """Return the first letters of a stem; words with equal marks count as equal.

    With four letters "govern" and "government" are equal, which the stemmer
    distinguishes.
    """
    return stem[:MARK_LENGTH]


def overlap(nugget: str, said: frozenset[str], topic: frozenset[str]) -> float | None:
    """Return the share of a nugget's content stems that a response has, 0 to 1.

    said contains the marks of the response's stems, topic the stems of the topic's
    text. The topic's own words do not count, since nearly every response has them,
    unless the nugget has no others. None if the nugget has no content word at all.
    """
    stems = set(content_stems(nugget))
    wanted = stems - topic or stems
    found = sum(mark(stem) in said for stem in wanted)
    return found / len(wanted) if wanted else None


def label_overlap(
    share: float | None, *, support: float = SUPPORT, partial: float = PARTIAL
) -> str:
    """Return the assignment for a share; an undefined one is not_support.

    support was fitted to yes/no labels; partial is our choice, as these labels have no
    middle value.
    """
    if share is None or share < partial:
        return "not_support"
    return "support" if share >= support else "partial_support"


def assign_by_overlap(
    topic: str,
    response: str,
    nuggets: Sequence[str],
    *,
    support: float = SUPPORT,
    partial: float = PARTIAL,
) -> list[Overlap]:
    """Label each nugget on one response, in the nuggets' order.

    A label depends only on topic, response and nugget, not on other nuggets or
    responses.
    """
    asked = frozenset(content_stems(topic))
    said = frozenset(mark(stem) for stem in content_stems(response))
    shares = [overlap(nugget, said, asked) for nugget in nuggets]
    return [
        Overlap(label_overlap(share, support=support, partial=partial), share)
        for share in shares
    ]
