"""The offline assigner: word overlap, no model; a baseline, not a judge.

How it was chosen and what it reaches on human labels stands in bench/README.md.
"""

from collections.abc import Sequence
from typing import NamedTuple

from assess.judging.kernel.words import content_stems

SUPPORT = 0.4
PARTIAL = 0.25
MARK_LENGTH = 4


class Overlap(NamedTuple):
    """A nugget's label by overlap, and the share it rests on (None: no word counts)."""

    value: str
    share: float | None


def mark(stem: str) -> str:
    """Return the first letters of a stem, by which two words count as one.

    Four letters make "govern" and "government" one, where the stemmer keeps two.
    """
    return stem[:MARK_LENGTH]


def overlap(nugget: str, said: frozenset[str], topic: frozenset[str]) -> float | None:
    """Return the share of a nugget's content stems that a response has, 0 to 1.

    said holds the marks of the response's stems, topic the stems of the topic's text:
    the topic's own words don't count, since nearly every response has them, unless the
    nugget has no others. None where the nugget has no content word at all.
    """
    stems = set(content_stems(nugget))
    wanted = stems - topic or stems
    found = sum(mark(stem) in said for stem in wanted)
    return found / len(wanted) if wanted else None


def label_overlap(
    share: float | None, *, support: float = SUPPORT, partial: float = PARTIAL
) -> str:
    """Return the assignment that a share earns; an undefined one is not_support.

    support was fitted to yes/no labels; partial is ours, as these know no partly.
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

    A label hangs on topic, response and nugget alone: no other nugget or response
    moves it.
    """
    asked = frozenset(content_stems(topic))
    said = frozenset(mark(stem) for stem in content_stems(response))
    shares = [overlap(nugget, said, asked) for nugget in nuggets]
    return [
        Overlap(label_overlap(share, support=support, partial=partial), share)
        for share in shares
    ]
