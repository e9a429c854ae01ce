"""The pure parts of automatic drafting and assignment: windows, batches, replies.

method 4 and 5; P1 3.1 and 3.3, Figures 3 to 5.
"""

import ast
import json
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeVar

from rapidfuzz import fuzz

from assess.kernel.words import tokens
from llm.kernel.reply import BadReply

WINDOW = 10
BATCH = 10
MOST_NUGGETS = 30
MOST_WORDS = 12

IMPORTANCES = ("vital", "okay")
ASSIGNMENTS = ("support", "partial_support", "not_support")

_FENCE = re.compile(r"```[a-zA-Z]*\s*\n?(.*?)\n?\s*```", re.DOTALL)

T = TypeVar("T")


class NuggetList(NamedTuple):
    """The nuggets of one reply, most important first, and what was done to them."""

    nuggets: tuple[str, ...]
    notes: tuple[str, ...] = ()


def batches(items: Sequence[T], size: int = BATCH) -> Iterator[Sequence[T]]:
    """Yield the items in order, at most size at a time.

    WINDOW is the size for segments in creation, BATCH for nuggets in labelling.
    """
    if size < 1:
        raise ValueError("a batch holds at least one item")
    for start in range(0, len(items), size):
        yield items[start : start + size]


def read_nugget_list(
    reply: str, *, most: int = MOST_NUGGETS, most_words: int = MOST_WORDS
) -> NuggetList:
    """Return the updated nugget list of one turn (P1 Figure 3).

    The reply is a JSON list of strings, or the same as a Python literal, and may stand
    in a code fence. Blank and repeated texts are dropped and a list beyond most is cut,
    each with a note; a nugget beyond most_words is kept with a note, since cutting it
    would change what it says. Anything else raises BadReply.
    """
    texts = [" ".join(text.split()) for text in _strings(reply)]
    kept = list(dict.fromkeys(text for text in texts if text))
    if not kept:
        raise BadReply("The reply holds no nugget.")
    return NuggetList(tuple(kept[:most]), tuple(_notes(texts, kept, most, most_words)))


def _notes(
    texts: list[str], kept: list[str], most: int, most_words: int
) -> Iterator[str]:
    if dropped := len(texts) - len(kept):
        yield f"Blank or repeated nuggets dropped: {dropped}."
    if len(kept) > most:
        yield f"{len(kept)} nuggets cut to the first {most}."
    if long := sum(len(text.split()) > most_words for text in kept[:most]):
        yield f"Nuggets of more than {most_words} words: {long}."


def read_importances(reply: str, *, expected: int) -> list[str]:
    """Return vital or okay for each nugget of a batch (P1 Figure 4), else BadReply."""
    return _labels(reply, expected=expected, allowed=IMPORTANCES)


def read_assignments(reply: str, *, expected: int) -> list[str]:
    """Return a label for each nugget of a batch (P1 Figure 5), else BadReply."""
    return _labels(reply, expected=expected, allowed=ASSIGNMENTS)


def read_mapping(reply: str, *, expected: int) -> list[str]:
    """Return a sub-narrative's text for each nugget of a batch, else BadReply.

    The caller matches the texts, quotes and case folded, and creates what is new.
    """
    texts = [" ".join(text.split()) for text in _strings(reply)]
    _count(texts, expected)
    if not all(texts):
        raise BadReply("A nugget was mapped to a sub-narrative without a text.")
    return texts


def vital_first(importances: Sequence[str]) -> list[int]:
    """Return the places of the nuggets, vital first, the order kept inside each."""
    return sorted(range(len(importances)), key=lambda i: importances[i] != "vital")


def near_duplicates(
    texts: Sequence[str], *, cutoff: float = 85.0
) -> list[tuple[int, int, float]]:
    """Return (earlier, later, similarity) for the pairs that say nearly the same.

    Similarity 0 to 100: the edit ratio of the sorted words (rapidfuzz's
    token_sort_ratio), case and punctuation folded. It points at pairs for a person;
    "approved" and "was not approved" are alike to it.
    """
    folded = [" ".join(tokens(text)) for text in texts]
    return [
        (first, second, ratio)
        for second in range(len(folded))
        for first in range(second)
        if (ratio := fuzz.token_sort_ratio(folded[first], folded[second])) >= cutoff
    ]


def _labels(reply: str, *, expected: int, allowed: tuple[str, ...]) -> list[str]:
    labels = [label.strip() for label in _strings(reply)]
    _count(labels, expected)
    for label in labels:
        if label not in allowed:
            raise BadReply(f"{label[:80]!r} is not one of {', '.join(allowed)}.")
    return labels


def _count(labels: Sequence[str], expected: int) -> None:
    if len(labels) != expected:
        raise BadReply(
            f"{expected} labels were asked for, the reply has {len(labels)}."
        )


def _strings(reply: str) -> list[str]:
    entries = _list(reply)
    for entry in entries:
        if not isinstance(entry, str):
            raise BadReply(f"The list holds {type(entry).__name__} {entry!r:.80}.")
    return [str(entry) for entry in entries]


def _list(reply: str) -> list[object]:
    text = reply.strip()
    if fenced := _FENCE.fullmatch(text):
        text = fenced.group(1).strip()
    found = _literal(text)
    if not isinstance(found, list):
        raise BadReply(f"The reply is not a list: {text[:120]!r}.")
    return found


def _literal(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        pass
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError) as error:
        raise BadReply(f"The reply is not a list: {text[:120]!r}.") from error
