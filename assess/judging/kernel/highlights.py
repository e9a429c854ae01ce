"""Highlights: passages that somebody marked in a text, as spans of code points."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

Span = tuple[int, int]


class NotInTheText(ValueError):
    """A span that is empty, or reaches past the text."""


def merged(spans: Iterable[Sequence[int]], *, length: int) -> list[Span]:
    """Return the same words as sorted spans that do not touch.

    Overlapping or adjacent highlights are merged, since a page shows them as one. Raise
    NotInTheText for a span outside a text of this many code points.
    """
    found: list[Span] = []
    for start, end in sorted((start, end) for start, end in spans):
        if not 0 <= start < end <= length:
            raise NotInTheText(f"{start}-{end}")
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], end))
        else:
            found.append((start, end))
    return found


def written(spans: Iterable[Sequence[int]]) -> str:
    """Return spans in the form of a page: "0-14 20-31"."""
    return " ".join(f"{start}-{end}" for start, end in spans)


def read(words: str) -> list[Span]:
    """Return the spans in a result of `written`; raise ValueError for anything else."""
    pairs = (word.split("-") for word in words.split())
    return [(int(start), int(end)) for start, end in pairs]
