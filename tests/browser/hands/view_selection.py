"""Selects the views of a page that show elements which no other view shows."""

from __future__ import annotations

from collections.abc import Iterable
from html.parser import HTMLParser
from typing import NamedTuple


class Sight(NamedTuple):
    """A page as one person sees it."""

    person: str
    path: str
    text: str


class Kinds(HTMLParser):
    """The kinds of elements of a page: tag, classes, type, and what else is set."""

    def __init__(self) -> None:
        super().__init__()
        self.found: set[tuple[str, ...]] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Record one element."""
        values = {name: value or "" for name, value in attrs}
        telling = [values.get(name, "") for name in ("class", "type", "role")]
        self.found.add((tag, *telling, *sorted(values)))


def kinds_of(text: str) -> set[tuple[str, ...]]:
    """Return the kinds of elements of a page."""
    parser = Kinds()
    parser.feed(text)
    parser.close()
    return parser.found


def telling(sights: Iterable[Sight]) -> list[Sight]:
    """Return views that together contain every kind of element."""
    kinds = {sight: kinds_of(sight.text) for sight in sights}
    kept: list[Sight] = []
    held: set[tuple[str, ...]] = set()
    for sight in sorted(kinds, key=lambda sight: len(kinds[sight]), reverse=True):
        if not kept or kinds[sight] - held:
            kept.append(sight)
            held |= kinds[sight]
    return kept
