"""The two counts of words that the tracks use."""

import unicodedata
from collections.abc import Callable, Mapping


def count_split(text: str) -> int:
    """Return the number of runs of characters between white space."""
    return len(text.split())


def count_nfkc(text: str) -> int:
    """Return the words after NFKC, which can turn one character into several words."""
    return len(unicodedata.normalize("NFKC", text).split())


COUNTERS: Mapping[str, Callable[[str], int]] = {
    "split": count_split,
    "nfkc": count_nfkc,
}
