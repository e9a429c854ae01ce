"""Find the spans of a response for its pieces of information."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from llm.kernel.reply import FENCED, BadReply, Read

Found = Literal["verbatim", "folded", "not"]

NOTHING = "no nuggets"  # the reply to a text without information

_MARK = re.compile(r"(?:[-*•]|\d+[.)](?=\s))\s*")
_QUOTES = (('"', '"'), ("“", "”"), ("'", "'"), ("‘", "’"))
_STOPS = ".!?"
_FENCE = "```"


class Span(NamedTuple):
    """A piece of a response: its text, and its place there in code points.

    start, end: None where the text was not found.
    """

    text: str
    start: int | None
    end: int | None
    found: Found


def place_span(text: str, answer: str) -> Span:
    """Return the span of a text in an answer: verbatim, else folded.

    Folding takes a run of white space and asterisks for one space, and ignores case.
    The offsets are those of the stored answer.
    """
    start = answer.find(text) if text else -1
    if start >= 0:
        return Span(text, start, start + len(text), "verbatim")
    folded, places = _folded(answer)
    wanted = _folded(text)[0].strip(" ")
    at = folded.find(wanted) if wanted else -1
    if at < 0:
        return Span(text, None, None, "not")
    return Span(text, places[at], places[at + len(wanted) - 1] + 1, "folded")


@lru_cache(maxsize=8)
def _folded(text: str) -> tuple[str, list[int]]:
    """Return the folded text, and each of its characters' place in the text."""
    characters: list[str] = []
    places: list[int] = []
    for place, character in enumerate(text):
        blank = character == "*" or character.isspace()
        if blank and characters and characters[-1] == " ":
            continue
        for each in " " if blank else character.lower():
            characters.append(each)
            places.append(place)
    return "".join(characters), places


def read_spans(reply: str) -> Read[list[str]]:
    """Return the texts that a reply lists, one a line, without list marks and quotes.

    A list mark is one of - * •, or digits with a full stop or a bracket and white space
    after it: a number that a text begins with is none. Raise BadReply for an empty
    reply, and for one that lists texts and says that there are none.
    """
    lines, forgiven = _lines(reply)
    texts = [text for text in map(_bare, lines) if text]
    if not texts:
        raise BadReply("The reply is empty.")
    if not any(map(_says_nothing, texts)):
        return Read(texts, forgiven)
    if len(texts) > 1:
        raise BadReply(f"The reply lists texts, and says {NOTHING!r}.")
    return Read([], forgiven)


def read_copy(reply: str, asked: Span, answer: str) -> Span:
    """Return the span that a reply of one line copies, else the one that was lost."""
    texts = [text for text in map(_bare, _lines(reply)[0]) if text]
    if len(texts) != 1 or _says_nothing(texts[0]):
        return asked
    found = place_line(texts[0], answer)
    return asked if found.found == "not" else found


def _says_nothing(text: str) -> bool:
    return text.strip(" .!").casefold() == NOTHING


def _lines(reply: str) -> tuple[list[str], tuple[str, ...]]:
    """Return the lines of a reply, and whether a code fence was around them."""
    lines = reply.strip().splitlines()
    if len(lines) > 1 and lines[0].startswith(_FENCE) and lines[-1].strip() == _FENCE:
        return lines[1:-1], (FENCED,)
    return lines, ()


def _bare(line: str) -> str:
    text = line.strip()
    mark = _MARK.match(text)
    text = text[mark.end() :] if mark else text
    for left, right in _QUOTES:
        if len(text) > 1 and text[0] == left and text[-1] == right:
            return text[1:-1].strip()
    return text


def place_line(text: str, answer: str) -> Span:
    """Return the span of a line of a reply in an answer.

    A final stop is dropped only where the text is not found with it, and is without.
    """
    found = place_span(text, answer)
    if found.found != "not" or text[-1:] not in _STOPS:
        return found
    shorter = place_span(text[:-1].rstrip(), answer)
    return found if shorter.found == "not" else shorter


def in_order(spans: Sequence[Span]) -> list[Span]:
    """Return spans in the order of the answer, each place once; lost ones come last."""
    placed = {(each.start, each.end): each for each in spans if each.start is not None}
    lost = {each.text: each for each in spans if each.start is None}
    return [*(placed[key] for key in sorted(placed)), *lost.values()]
