"""A text cut at the ends of spans, so that a page can show overlapping spans."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

DEEPEST = 3  # deeper overlaps look the same


class Layer(NamedTuple):
    """A piece of a text, the numbers of the spans over it, and of those that begin."""

    text: str
    over: tuple[int, ...]
    opens: tuple[int, ...]

    @property
    def depth(self) -> int:
        """Return the number of spans over it, at most DEEPEST."""
        return min(len(self.over), DEEPEST)


def layers(text: str, spans: Sequence[tuple[int, int]]) -> list[Layer]:
    """Return the text in pieces; spans are numbered from 1 in the given order.

    Spans are (start, end) in code points, within the text. The pieces joined are the
    text, character by character.
    """
    cuts = sorted({0, len(text), *(place for span in spans for place in span)})
    return [
        Layer(
            text[left:right],
            tuple(at for at, span in enumerate(spans, 1) if _covers(span, left, right)),
            tuple(at for at, (start, _end) in enumerate(spans, 1) if start == left),
        )
        for left, right in pairwise(cuts)
    ]


def _covers(span: tuple[int, int], left: int, right: int) -> bool:
    return span[0] <= left and right <= span[1]
