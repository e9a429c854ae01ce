"""A passage cut into pieces, so that a page can mark a nugget's words in it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from assess.kernel.words import STOP_WORDS, stem, tokens

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")


class Piece(NamedTuple):
    """Some of a text; `marked` where it is to be seen at once."""

    text: str
    marked: bool


def mark_words(text: str, words: str) -> list[Piece]:
    """Return the text in pieces, the words that share a stem with `words` marked.

    Stop words are left out. The pieces joined are the text, character by character.
    """
    wanted = {stem(word) for word in tokens(words) if word not in STOP_WORDS}
    spans = [
        match.span() for match in _WORD.finditer(text) if _hits(match.group(), wanted)
    ]
    return mark_spans(text, spans)


def _hits(word: str, wanted: set[str]) -> bool:
    return any(stem(token) in wanted for token in tokens(word))


def mark_spans(text: str, spans: Sequence[tuple[int, int]]) -> list[Piece]:
    """Return the text in pieces, these spans of code points marked.

    Spans may overlap or reach past the text; empty pieces are left out.
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
