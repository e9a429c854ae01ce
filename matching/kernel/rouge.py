"""ROUGE-1, -2 and -L between texts, as two packages compute it.

`bergen` is F of `rouge` 1.0.1 (pltrdy), which CONE-RAG's paper used through BERGEN:
sentences end at full stops, words at white space, case and punctuation stay, each
distinct n-gram counts once, and ROUGE-L is the union, as a set of words, of the longest
common subsequences of sentences. `standard` is F of `rouge-score` 0.1.2 (Google), not
stemmed: words are `[a-z0-9]+` in lower case, n-grams count as often as they occur, and
ROUGE-L is the longest common subsequence of both texts. The tests compare both with the
packages themselves.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Literal, NamedTuple

Variant = Literal["bergen", "standard"]
PACKAGES: Mapping[Variant, str] = {
    "bergen": "rouge 1.0.1",
    "standard": "rouge-score 0.1.2",
}
_EPSILON = 1e-8  # what rouge 1.0.1 adds to a denominator

_WORD = re.compile(r"[a-z0-9]+")

Words = Sequence[str]
Table = list[list[int]]


class Rouge(NamedTuple):
    """F of ROUGE-1, ROUGE-2 and ROUGE-L, from 0 to 1."""

    r1: float
    r2: float
    rl: float


NOTHING = Rouge(0.0, 0.0, 0.0)


def rouge(text: str, references: Sequence[str], variant: Variant) -> Rouge:
    """Return the scores of a text, each the best over the references; 0 if empty."""
    score = _VARIANTS[variant]
    found = [score(text, each) for each in references] or [NOTHING]
    return Rouge(*map(max, zip(*found, strict=True)))


def _bergen(text: str, reference: str) -> Rouge:
    said, wanted = _sentences(text), _sentences(reference)
    if not said or not wanted:
        return NOTHING
    words, others = _flat(said), _flat(wanted)
    grams = [
        _bergen_f(len(mine & theirs), len(mine), len(theirs))
        for mine, theirs in (
            (set(_grams(words, n)), set(_grams(others, n))) for n in (1, 2)
        )
    ]
    union = {
        word for each in wanted for other in said for word in _common_words(each, other)
    }
    longest = _bergen_f(len(union), len(set(words)), len(set(others)))
    return Rouge(grams[0], grams[1], longest)


def _sentences(text: str) -> list[list[str]]:
    """Return the words of each sentence; a blank one has the empty word."""
    return [piece.split() or [""] for piece in text.split(".") if piece]


def _flat(sentences: Sequence[Words]) -> list[str]:
    return [word for each in sentences for word in each]


def _bergen_f(shared: int, said: int, wanted: int) -> float:
    precision = shared / said if said else 0.0
    recall = shared / wanted if wanted else 0.0
    return 2.0 * ((precision * recall) / (precision + recall + _EPSILON))


def _common_words(wanted: Words, said: Words) -> list[str]:
    """Return a longest common subsequence, the package's choice among several."""
    table, found = _lengths(wanted, said), []
    i, j = len(wanted), len(said)
    while i and j:
        if wanted[i - 1] == said[j - 1]:
            found.append(wanted[i - 1])
            i, j = i - 1, j - 1
        elif table[i - 1][j] > table[i][j - 1]:
            i -= 1
        else:
            j -= 1
    return found


def _lengths(left: Words, right: Words) -> Table:
    """Return the lengths of the longest common subsequences of all beginnings."""
    above = [0] * (len(right) + 1)
    table = [above]
    for word in left:
        row, before = [0], 0
        for place, other in enumerate(right):
            if word == other:
                before = above[place] + 1
            elif above[place + 1] > before:
                before = above[place + 1]
            row.append(before)
        table.append(row)
        above = row
    return table


def _standard(text: str, reference: str) -> Rouge:
    said, wanted = (_WORD.findall(each.lower()) for each in (text, reference))
    grams = [
        _standard_f(
            sum((Counter(_grams(said, n)) & Counter(_grams(wanted, n))).values()),
            len(said) - n + 1,
            len(wanted) - n + 1,
        )
        for n in (1, 2)
    ]
    longest = _standard_f(_longest(wanted, said), len(said), len(wanted))
    return Rouge(grams[0], grams[1], longest)


def _longest(left: Words, right: Words) -> int:
    return _lengths(left, right)[-1][-1]


def _standard_f(shared: int, said: int, wanted: int) -> float:
    precision, recall = shared / max(said, 1), shared / max(wanted, 1)
    both = precision + recall
    return 2 * precision * recall / both if both else 0.0


def _grams(words: Words, n: int) -> list[Hashable]:
    return [tuple(words[at : at + n]) for at in range(len(words) - n + 1)]


_VARIANTS: Mapping[Variant, Callable[[str, str], Rouge]] = {
    "bergen": _bergen,
    "standard": _standard,
}
