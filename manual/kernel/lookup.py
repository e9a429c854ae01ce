"""Parts of guides by the words that a person looks for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from manual.kernel.guides import Guide, Section

AROUND = 90  # characters that an excerpt has on either side


class Excerpt(NamedTuple):
    """The text around a part's first word that was looked for."""

    before: str
    match: str
    after: str


class Hit(NamedTuple):
    """A part of a guide that has all the words; its title may have them too."""

    guide: Guide
    section: Section
    excerpt: Excerpt


def look_up(guides: Iterable[Guide], asked: str) -> list[Hit]:
    """Return the parts with every word of `asked`, those that are named so first.

    Words count wherever they occur, whatever their case. Guides keep their order.
    """
    words = asked.lower().split()
    if not words:
        return []
    hits = [hit for guide in guides for hit in _hits(guide, words)]
    return sorted(hits, key=lambda hit: _merit(hit, words))


def _hits(guide: Guide, words: list[str]) -> Iterator[Hit]:
    for section in guide.sections:
        known = f"{section.title or guide.title} {section.text}".lower()
        if all(word in known for word in words):
            yield Hit(guide, section, _excerpt(section.text, words))


def _merit(hit: Hit, words: list[str]) -> int:
    """Return how many of the words its title lacks."""
    title = (hit.section.title or hit.guide.title).lower()
    return sum(word not in title for word in words)


def _excerpt(text: str, words: list[str]) -> Excerpt:
    found = re.search("|".join(map(re.escape, words)), text, re.IGNORECASE)
    if not found:
        return Excerpt("", "", _cut(text[: 2 * AROUND], text))
    first, last = found.span()
    before, after = text[:first], text[last:]
    start = before[-AROUND:]
    if len(start) < len(before):
        start = f"… {start.partition(' ')[2]}"
    return Excerpt(start, found[0], _cut(after[:AROUND], after))


def _cut(piece: str, whole: str) -> str:
    return piece if len(piece) == len(whole) else f"{piece.rpartition(' ')[0]} …"
