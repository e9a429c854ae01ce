"""The pure parts of automatic drafting and assignment: windows, batches, replies.

method 4 and 5; P1 3.1 and 3.3, Figures 3 to 5.
"""

from collections.abc import Iterator, Sequence
from typing import TypeVar

from rapidfuzz import fuzz

from assess.judging.kernel.words import tokens
from llm.kernel.reply import BadReply, Read, check_count, read_labels, read_texts

WINDOW = 10
BATCH = 10
MOST_NUGGETS = 30
MOST_WORDS = 12

IMPORTANCES = ("vital", "okay")
ASSIGNMENTS = ("support", "partial_support", "not_support")
TWO_WAY = ("support", "not_support")

NOTHING_NEW = "an empty list, read as no new nugget"
REPEATED = "blank or repeated nuggets, left out"
TOO_MANY = "more nuggets than asked for, cut"

T = TypeVar("T")


def batches(items: Sequence[T], size: int = BATCH) -> Iterator[Sequence[T]]:
    """Yield the items in order, at most size at a time.

    WINDOW is the size for segments in creation, BATCH for nuggets in labelling.
    """
    if size < 1:
        raise ValueError("a batch has at least one item")
    for start in range(0, len(items), size):
        yield items[start : start + size]


def read_nugget_list(
    reply: str, *, so_far: Sequence[str] = (), most: int = MOST_NUGGETS
) -> Read[list[str]]:
    """Return the updated nugget list of one turn, most important first (P1 Figure 3).

    An empty list adds no nugget: the list so far stays. Blank and repeated texts are
    omitted and a list longer than most is cut; a long nugget is kept, because cutting
    would change its meaning. Raise BadReply for anything else.
    """
    found = read_texts(reply)
    if not found.value:
        return Read(list(so_far), (*found.forgiven, NOTHING_NEW))
    texts = [" ".join(text.split()) for text in found.value]
    kept = list(dict.fromkeys(text for text in texts if text))
    if not kept:
        raise BadReply("The reply contains no nugget.")
    repeated = (REPEATED,) * (len(kept) < len(texts))
    cut = (TOO_MANY,) * (len(kept) > most)
    return Read(kept[:most], (*found.forgiven, *repeated, *cut))


def read_importances(reply: str, *, expected: int) -> Read[list[str]]:
    """Return vital or okay for each nugget of a batch (P1 Figure 4), else BadReply."""
    return read_labels(reply, expected=expected, allowed=IMPORTANCES)


def read_assignments(
    reply: str, *, expected: int, allowed: Sequence[str] = ASSIGNMENTS
) -> Read[list[str]]:
    """Return a label for each nugget of a batch (P1 Figure 5), else BadReply."""
    return read_labels(reply, expected=expected, allowed=allowed)


def read_mapping(reply: str, *, expected: int) -> Read[list[str]]:
    """Return a sub-narrative's text for each nugget of a batch, else BadReply.

    The caller matches the texts, ignoring quotes and case, and creates new ones.
    """
    found = read_texts(reply)
    check_count(found.value, expected)
    texts = [" ".join(text.split()) for text in found.value]
    if not all(texts):
        raise BadReply("A nugget was mapped to a sub-narrative without a text.")
    return Read(texts, found.forgiven)


def vital_first(importances: Sequence[str]) -> list[int]:
    """Return the places of the nuggets, vital first, otherwise in their order."""
    return sorted(range(len(importances)), key=lambda i: importances[i] != "vital")


def _likeness(first: str, second: str, cutoff: float) -> float:
    """Return the similarity, 0 below the cutoff: most pairs are rejected early."""
    return fuzz.token_sort_ratio(first, second, score_cutoff=cutoff)


def near_duplicates(
    texts: Sequence[str], *, cutoff: float = 85.0
) -> list[tuple[int, int, float]]:
    """Return (earlier, later, similarity) for the near-duplicate pairs.

    Similarity 0 to 100: the edit ratio of the sorted words (rapidfuzz's
    token_sort_ratio), ignoring case and punctuation. It suggests pairs to a person;
    "approved" and "was not approved" are similar by it.
    """
    folded = [" ".join(tokens(text)) for text in texts]
    return [
        (first, second, ratio)
        for second in range(len(folded))
        for first in range(second)
        if (ratio := _likeness(folded[first], folded[second], cutoff)) >= cutoff
    ]
