"""Porter's stems, as the paper and the workbench use them."""

from __future__ import annotations

from functools import cache
from threading import Lock
from typing import Any

_LOCK = Lock()


@cache
def _stemmer() -> Any:  # noqa: ANN401 - the package has no types
    import snowballstemmer  # noqa: PLC0415 - few processes stem, and it is slow to load

    return snowballstemmer.stemmer("porter")


def stem(word: str) -> str:
    """Return the stem of a case-folded word, or of a text taken as one word."""
    with _LOCK:  # the stemmer stores the current word in itself
        return str(_stemmer().stemWord(word))
