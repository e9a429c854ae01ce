"""Word cover: a deterministic baseline of matching that compares words.

W(s) is the set of `[a-z0-9]+` in s lower-cased, and the cover of n by x is
100 |W(n) ∩ W(x)| / |W(n)|, rounded to one decimal, 0 where W(n) is empty. n is matched
where the cover exceeds 50.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

THRESHOLD = 50.0

_WORD = re.compile(r"[a-z0-9]+")


def words_of(text: str) -> frozenset[str]:
    """Return W(text)."""
    return frozenset(_WORD.findall(text.lower()))


def cover(text: str, nugget: str) -> float:
    """Return how much of a nugget's words a text has, in percent with one decimal."""
    wanted = words_of(nugget)
    return _percent(len(wanted & words_of(text)), len(wanted))


def covers(texts: Sequence[str], nuggets: Sequence[str]) -> NDArray[np.float64]:
    """Return the cover of each nugget by each text, (texts, nuggets)."""
    wanted = [words_of(nugget) for nugget in nuggets]
    places = {word: place for place, word in enumerate(set().union(*wanted))}
    left = _incidence([words_of(text) for text in texts], places)
    right = _incidence(wanted, places)
    shared = (left @ right.T).astype(np.intp)
    return _percents(shared, [len(each) for each in wanted])


def _incidence(
    sets: Sequence[frozenset[str]], places: dict[str, int]
) -> NDArray[np.float32]:
    found = np.zeros((len(sets), len(places)), dtype=np.float32)
    known = [[places[word] for word in each if word in places] for each in sets]
    rows = np.repeat(np.arange(len(sets)), [len(each) for each in known])
    found[rows, [place for each in known for place in each]] = 1
    return found


def _percents(shared: NDArray[np.intp], sizes: Sequence[int]) -> NDArray[np.float64]:
    """Return the percents of counts; each possible pair of counts is divided once."""
    rows = {size: row for row, size in enumerate(sorted(set(sizes)))}
    table = np.zeros((len(rows), max(sizes, default=0) + 1))
    for size, row in rows.items():
        table[row, : size + 1] = [_percent(count, size) for count in range(size + 1)]
    found: NDArray[np.float64] = table[[rows[size] for size in sizes], shared]
    return found


@cache
def _percent(shared: int, size: int) -> float:
    return round(100 * shared / size, 1) if size else 0.0
