"""Readings of a judge's reply to a self-rating prompt, from 0 to 5.

Three readings exist, since the paper (Farzi and Dietz 2024, §4.2) and its released
workbench contradict each other; a judge stores which one gave its labels.
"""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any, Literal, NamedTuple, get_args

from exams.kernel.porter import stem
from llm.kernel.objects import read_list
from llm.kernel.reply import BadReply, Read

Reading = Literal["fail", "paper", "workbench"]
READINGS: tuple[Reading, ...] = get_args(Reading)
HIGHEST = 5

UNANSWERABLE = (
    "unanswerable",
    "no",
    "no answer",
    "not enough information",
    "unknown",
    "it is not possible to tell",
    "it does not say",
    "no relevant information",
)
LONGEST_BESIDE = 40  # characters by which a text similar to a phrase may be longer
SIMILAR = 80  # rapidfuzz's indel ratio, of 100

_BARE = re.compile(r"\W*([0-5])\W*", re.ASCII)
_LEADING = re.compile(r"\s*([0-9]{1,9})(?:\s*:|\s+[-–—]|\.)(?:\s.*)?", re.DOTALL)
_ILL_FORMED = re.compile(
    r"[(\[]?(?:[a-z]|[ivxlcdm]{1,8})[)\]]?[.:)]?", re.ASCII | re.IGNORECASE
)


class SelfRating(NamedTuple):
    """A grade from 0 to 5, and how it was read from its reply."""

    grade: int
    how: str


def read_rating(reply: str, *, reading: Reading) -> SelfRating:
    """Return the grade of a reply under one reading.

    All three read a bare grade. `fail` also reads one in JSON, or one that begins the
    reply, and raises BadReply for anything else. `paper` counts other texts 1, and 0
    where they say that there is no answer; `workbench` the other way round.
    """
    if bare := _BARE.fullmatch(reply):
        return SelfRating(int(bare[1]), "digit")
    if reading == "paper":
        grade = 0 if is_unanswerable(reply) else 1
        return SelfRating(grade, "text" if grade else "unanswerable")
    if reading == "workbench":
        grade = 1 if _resembles_a_phrase(reply) else 0
        return SelfRating(grade, "unanswerable" if grade else "text")
    found = _marked(reply)
    if found is not None:
        return found
    raise BadReply(f"The reply has no grade from 0 to {HIGHEST}: {reply[:80]!r}.")


def read_ratings(reply: str, *, number: int) -> Read[list[SelfRating]]:
    """Return the grades of a batch's reply, {"grades": [...]}, one for each question.

    Raise BadReply for another number of grades, or for one that is no bare 0 to 5.
    """
    found = read_list(reply, "grades")
    if len(found.value) != number:
        raise BadReply(
            f"{number} grades were asked for, the reply has {len(found.value)}."
        )
    return Read([_entry(each) for each in found.value], found.forgiven)


def _entry(entry: object) -> SelfRating:
    known = isinstance(entry, int | str) and not isinstance(entry, bool)
    if known and (bare := _BARE.fullmatch(str(entry))):
        return SelfRating(int(bare[1]), "batch")
    raise BadReply(f"The list holds {entry!r:.40}, which is no grade.")


def _marked(reply: str) -> SelfRating | None:
    """Return a grade in JSON, or at the beginning of a reply; None without one."""
    if (grade := _json_grade(reply)) is not None:
        return SelfRating(grade, "json")
    leading = _LEADING.fullmatch(reply)
    if leading and int(leading[1]) <= HIGHEST:
        return SelfRating(int(leading[1]), "leading")
    return None


def _json_grade(reply: str) -> int | None:
    text = reply.strip()
    if not text.startswith("{"):
        return None
    try:
        found: Any = json.loads(text)
    except (ValueError, RecursionError):
        return None
    grade = found.get("grade") if isinstance(found, dict) else None
    if not isinstance(grade, int) or isinstance(grade, bool):
        return None
    return grade if 0 <= grade <= HIGHEST else None


def is_unanswerable(reply: str) -> bool:
    """Return whether a reply says that there is no answer, is empty, or ill-formed.

    Ill-formed is a lone letter or roman numeral, such as "a." or "(iii)".
    """
    text = reply.strip().removesuffix(".").strip().casefold()
    return not text or text in UNANSWERABLE or bool(_ILL_FORMED.fullmatch(text))


@cache
def _fuzz() -> Any:  # noqa: ANN401 - the package's functions have no types here
    from rapidfuzz import fuzz  # noqa: PLC0415 - few processes compare texts

    return fuzz


@cache
def _phrases() -> tuple[str, ...]:
    return tuple(map(stem, UNANSWERABLE))


def _resembles_a_phrase(reply: str) -> bool:
    """Return whether a reply is empty, or similar to a phrase for "no answer"."""
    text = reply.strip().casefold()
    if not text:
        return True
    longest = max(map(len, UNANSWERABLE))
    if len(text) > longest + LONGEST_BESIDE:
        return False
    ratio, own = _fuzz().ratio, stem(text)
    return any(ratio(own, phrase) > SIMILAR for phrase in _phrases())
