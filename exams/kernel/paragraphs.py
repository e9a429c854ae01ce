"""Cutting a response into the passages that exams grade."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Literal, NamedTuple, get_args

Unit = Literal["response", "paragraph", "sentence"]
UNITS: tuple[Unit, ...] = get_args(Unit)
LONGEST = 120  # white-space words of a paragraph without breaks


class Piece(NamedTuple):
    """A piece of a response: its sentences, [first, last), and its text."""

    first: int
    last: int
    text: str

    @property
    def digest(self) -> str:
        """Return the MD5 of the stripped text, as the workbench names a paragraph."""
        return text_id(self.text)


def text_id(text: str) -> str:
    """Return the MD5 of a stripped text."""
    stripped = text.strip().encode()
    return hashlib.md5(stripped, usedforsecurity=False).hexdigest()


def cut(sentences: Sequence[str], *, unit: Unit) -> list[Piece]:
    """Return the pieces of a response with some text, in order.

    A paragraph is a maximal run of sentences up to a blank line or a heading; without
    any break, successive sentences while they have at most LONGEST words together, at
    least one.
    """
    if unit == "sentence":
        bounds = [(place, place + 1) for place in range(len(sentences))]
    elif unit == "response":
        bounds = [(0, len(sentences))]
    else:
        bounds = _paragraphs(sentences)
    pieces = (
        Piece(first, last, " ".join(text.strip() for text in sentences[first:last]))
        for first, last in bounds
    )
    return [piece for piece in pieces if piece.text.strip()]


def _paragraphs(sentences: Sequence[str]) -> list[tuple[int, int]]:
    starts = [0, *(n for n in range(1, len(sentences)) if _breaks(sentences, n))]
    if len(starts) == 1:
        starts = _by_length(sentences)
    return list(zip(starts, [*starts[1:], len(sentences)], strict=True))


def _breaks(sentences: Sequence[str], place: int) -> bool:
    """Return whether a paragraph begins at a sentence."""
    here, before = sentences[place], sentences[place - 1]
    between = before[len(before.rstrip()) :] + here[: len(here) - len(here.lstrip())]
    return between.count("\n") > 1 or here.lstrip().startswith("#")


def _by_length(sentences: Sequence[str]) -> list[int]:
    starts, words = [0], 0
    for place, sentence in enumerate(sentences):
        size = len(sentence.split())
        if words and words + size > LONGEST:
            starts.append(place)
            words = 0
        words += size
    return starts
