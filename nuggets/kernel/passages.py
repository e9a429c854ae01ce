"""A passage cut into pieces, so that a page can mark a nugget's words in it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from assess.judging.kernel.sentences import sentences
from assess.judging.kernel.words import mark_stem

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")


class Piece(NamedTuple):
    """A piece of a text; `marked` if it is highlighted."""

    text: str
    marked: bool


class PassagePiece(NamedTuple):
    """A sentence of a text in pieces, or the text before one; code points."""

    start: int
    end: int
    sentence: bool
    pieces: Sequence[Piece]


def word_spans(text: str, words: str) -> list[tuple[int, int]]:
    """Return the spans of words that share a stem with `words`, without stop words."""
    wanted = {mark_stem(word) for word in _WORD.findall(words)} - {None}
    found = _WORD.finditer(text)
    return [match.span() for match in found if mark_stem(match.group()) in wanted]


def cut(text: str, marks: Sequence[tuple[int, int]]) -> list[PassagePiece]:
    """Return a text sentence by sentence, and the text between, with spans marked.

    The parts joined are the text, character by character.
    """
    parts: list[PassagePiece] = []
    at = 0
    for start, end in [*sentences(text), (len(text), len(text))]:
        parts += [_part(text, at, start, marks, sentence=False)] if at < start else []
        parts += [_part(text, start, end, marks, sentence=True)] if start < end else []
        at = end
    return parts


def _part(
    text: str,
    start: int,
    end: int,
    marks: Sequence[tuple[int, int]],
    *,
    sentence: bool,
) -> PassagePiece:
    inside = [(max(left - start, 0), right - start) for left, right in marks]
    pieces = mark_spans(text[start:end], inside)
    return PassagePiece(start, end, sentence, pieces)


def mark_spans(text: str, spans: Sequence[tuple[int, int]]) -> list[Piece]:
    """Return the text in pieces, with these spans of code points marked.

    Spans may overlap or exceed the text; empty pieces are omitted.
    """
    pieces: list[Piece] = []
    at = 0
    for start, end in sorted(spans):
        start, end = max(start, at), min(end, len(text))  # noqa: PLW2901
        if start >= end:
            continue
        if at < start:
            pieces.append(Piece(text[at:start], marked=False))
        pieces.append(Piece(text[start:end], marked=True))
        at = end
    if at < len(text):
        pieces.append(Piece(text[at:], marked=False))
    return pieces
