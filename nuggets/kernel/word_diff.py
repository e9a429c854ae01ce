"""Word differences of some texts, with added and deleted words marked."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher

from nuggets.kernel.passages import Piece, mark_spans

_WORD = re.compile(r"\w+(?:['’-]\w+)*|[^\w\s]")
Texts = list[list[Piece]]


def diff_words(before: Sequence[str], after: Sequence[str]) -> tuple[Texts, Texts]:
    """Return both sides' texts in pieces, marked where the other side lacks the words.

    The texts of a side are read as one, so that a split or a merge marks only its
    changes. The pieces of a text joined are the text.
    """
    old, new = _words(before), _words(after)
    match = SequenceMatcher(
        a=[word for word, *_ in old], b=[word for word, *_ in new], autojunk=False
    )
    gone, come = set(range(len(old))), set(range(len(new)))
    for block in match.get_matching_blocks():
        gone -= set(range(block.a, block.a + block.size))
        come -= set(range(block.b, block.b + block.size))
    return _marked(before, old, gone), _marked(after, new, come)


def _words(texts: Sequence[str]) -> list[tuple[str, int, int, int]]:
    """Return each word, the place of its text, and its start and end there."""
    return [
        (match.group(), place, *match.span())
        for place, text in enumerate(texts)
        for match in _WORD.finditer(text)
    ]


def _marked(
    texts: Sequence[str], words: Sequence[tuple[str, int, int, int]], places: set[int]
) -> Texts:
    spans: list[list[tuple[int, int]]] = [[] for _text in texts]
    for at in sorted(places):
        _word, text, start, end = words[at]
        beside = at - 1 in places and words[at - 1][1] == text
        first = spans[text].pop()[0] if beside else start
        spans[text].append((first, end))
    return [mark_spans(text, found) for text, found in zip(texts, spans, strict=True)]
