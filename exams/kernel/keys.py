"""Verification of an extracted answer against an answer key, by words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Literal, get_args

from assess.judging.kernel.words import STOP_WORDS
from exams.kernel.porter import stem
from exams.kernel.replies import is_unanswerable

Match = Literal["paper", "workbench"]
MATCHES: tuple[Match, ...] = get_args(Match)

NEARER_THAN = 0.20  # of the longer text's characters, by Levenshtein distance (P2)
SIMILAR = 80  # the workbench's: more than this indel ratio, of 100
SHORTEST_ALIKE, SHORTEST_EQUAL = 4, 2  # characters
YES, NO = frozenset(("yes", "correct", "true")), frozenset(("no", "incorrect", "false"))
TRUTHS = {"true": YES, "false": NO}

_PUNCTUATION = re.compile(r"[^\w\s]|_")


def is_correct(answer: str, keys: Iterable[str], *, match: Match) -> bool:
    """Return whether an answer matches one of the accepted answers.

    A key that is exactly true or false takes yes, correct and true, or their opposites,
    and nothing else. An answer that says there is none is never correct.
    """
    return any(_matches(answer, key, match) for key in keys)


def says_nothing(answer: str, keys: Iterable[str]) -> bool:
    """Return whether an answer says that there is none.

    "No" answers a question whose key is true or false.
    """
    if not is_unanswerable(answer):
        return False
    truths = {_plain(key).casefold() for key in keys} & TRUTHS.keys()
    return not truths or not _plain(answer)


def spelled_out(keys: Iterable[str], choices: Sequence[str]) -> list[str]:
    """Return the accepted answers with all and none of the above spelled out.

    choices: the question's own, with that one; without choices, as they are.
    """
    return [_spelled(key, choices) for key in keys]


def _spelled(key: str, choices: Sequence[str]) -> str:
    said = _plain(key).casefold()
    others = [each for each in choices if _plain(each).casefold() != said]
    if others and said == "all of the above":
        return " and ".join(others)
    if others and said == "none of the above":
        return f"none of these: {', '.join(others)}"
    return key


def _matches(answer: str, key: str, match: Match) -> bool:
    given, wanted = _plain(answer), _plain(key)
    if truth := TRUTHS.get(wanted.casefold()):
        return given.casefold() in truth
    if is_unanswerable(answer):
        return False
    return _alike(normalised(given), normalised(wanted), match)


def _plain(text: str) -> str:
    return text.strip().removesuffix(".").strip()


def _alike(one: str, other: str, match: Match) -> bool:
    if one == other:
        return len(one) >= SHORTEST_EQUAL
    if min(len(one), len(other)) < SHORTEST_ALIKE:
        return False
    from rapidfuzz import fuzz  # noqa: PLC0415 - few processes compare texts
    from rapidfuzz.distance import Levenshtein  # noqa: PLC0415

    if match == "workbench":
        return bool(fuzz.ratio(one, other) > SIMILAR)
    longer = max(len(one), len(other))
    return bool(Levenshtein.distance(one, other) / longer < NEARER_THAN)


def normalised(text: str) -> str:
    """Return a text's Porter stems, without punctuation and stop words, as one line."""
    words = _PUNCTUATION.sub(" ", text.casefold()).split()
    return " ".join(stem(word) for word in words if word not in STOP_WORDS)
