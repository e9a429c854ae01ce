"""The words of a text that count, and which of them count as the same word."""

import re
import unicodedata
from collections.abc import Iterator, Set
from functools import cache, lru_cache
from threading import Lock
from typing import Any

_STOP_WORDS = """
a about above after again against all also am an and any are as at be because
been before being below between both but by can cannot could did do does doing
down during each either else etc ever every few for from further had has have
having he her here hers herself him himself his how however i if in into is it
its itself just let may me might more most much must my myself neither no nor
not now of off often on once one only or other others otherwise our ours
ourselves out over own per rather same shall she should since so some such than
that the their theirs them themselves then there therefore these they this those
through thus to too under until up upon us very was we were what when where
whether which while who whom whose why will with within without would yet you
your yours yourself yourselves don't doesn't didn't isn't aren't wasn't weren't
won't can't couldn't shouldn't it's i'm i've i'd i'll you're you've you'll we're
we've they're they've that's there's
"""
STOP_WORDS = frozenset(_STOP_WORDS.split())

_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
_SENTENCE_END = re.compile(r"(?<=[.!?…])[\"'”’)\]]*(?=\s)|\n")
_STEMMER_LOCK = Lock()


def tokens(text: str) -> list[str]:
    """Return the words of a text in order, NFKC-normalised and case-folded."""
    folded = unicodedata.normalize("NFKC", text).casefold().replace("’", "'")
    return _WORD.findall(folded)


@cache
def _stemmer() -> Any:  # noqa: ANN401 - the package has no types
    import snowballstemmer  # noqa: PLC0415 - few processes stem, and it is slow to load

    return snowballstemmer.stemmer("english")


@lru_cache(maxsize=200_000)
def stem(word: str) -> str:
    """Return the English Snowball stem (Porter2) of one case-folded word."""
    with _STEMMER_LOCK:  # the stemmer stores the current word in itself
        return str(_stemmer().stemWord(word))


def content_stems(text: str) -> list[str]:
    """Return the stems of a text's words in order, stop words left out."""
    return [stem(word) for word in tokens(text) if word not in STOP_WORDS]


def mark_stem(word: str) -> str | None:
    """Return what a word shares with its other forms; None for a word without meaning.

    This is the stem. A stop word counts only in capitals, as in US and WHO, and then as
    itself. static/texts/words.js implements the same rule; one table tests both.
    """
    plain = unicodedata.normalize("NFKC", word).replace("’", "'")
    if plain.casefold() not in STOP_WORDS:
        return stem(plain.casefold())
    return plain if len(plain) > 1 and plain.isupper() and plain.isalpha() else None


def sentence_spans(text: str) -> Iterator[tuple[int, int]]:
    """Yield (start, end) of each sentence-like piece, in code points, blanks trimmed.

    A piece ends after . ! ? … and white space, or at a line break. Abbreviations are
    not recognized, so "e.g. this" is cut; for the baselines this is good enough.
    """
    start = 0
    for end in [*(match.end() for match in _SENTENCE_END.finditer(text)), len(text)]:
        piece = text[start:end]
        left = start + len(piece) - len(piece.lstrip())
        if left < end:
            yield left, start + len(piece.rstrip())
        start = end


def recall(wanted: Set[str], found: Set[str]) -> float | None:
    """Return the share of the wanted stems that were found; None if none is wanted."""
    return len(wanted & found) / len(wanted) if wanted else None
