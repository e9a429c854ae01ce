"""Whether an answer declines to answer, by phrases; EVALUATORS B, choosing turns.

A response may decline where a question cannot be answered. A phrase decides: people
read the phrase that was found, and change the list.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

PHRASES = (
    "cannot answer",
    "can't answer",
    "unable to answer",
    "cannot be answered",
    "unanswerable",
    "do not know",
    "don't know",
    "cannot tell",
    "can't tell",
    "not possible to tell",
    "could not find",
    "unable to find",
    "no information",
    "not enough information",
)


def decline(text: str, phrases: Sequence[str] = PHRASES) -> tuple[int, int] | None:
    """Return where the first of the phrases stands in a text; None if none does.

    A phrase counts as whole words, in any case, with any white space between them and
    with straight or curly apostrophes. Offsets are of characters, the end exclusive.
    Of phrases that begin together, the longest.
    """
    pattern = _pattern(tuple(phrases))
    found = pattern.search(text) if pattern else None
    return found.span() if found else None


@lru_cache(maxsize=64)
def _pattern(phrases: tuple[str, ...]) -> re.Pattern[str] | None:
    """Return the expression for some phrases; None without any."""
    words = map(str.split, phrases)
    parts = {r"\s+".join(map(_word, each)) for each in words if each}
    if not parts:
        return None
    longest = "|".join(sorted(parts, key=lambda part: (-len(part), part)))
    return re.compile(rf"(?<!\w)(?:{longest})(?!\w)", re.IGNORECASE)


def _word(word: str) -> str:
    return re.sub(r"['’]", "['’]", re.escape(word))
