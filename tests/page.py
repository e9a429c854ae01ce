"""What a page holds, found by a selector instead of a piece of its markup.

The order of an element's attributes, the spaces between them and how a sign is escaped
say nothing to a reader; a test that compares markup fails for each of them.
"""

from __future__ import annotations

from typing import Protocol

from selectolax.lexbor import LexborHTMLParser, LexborNode


class Answer(Protocol):
    """What Django's test client returns."""

    @property
    def content(self) -> bytes:
        """Return the body."""


def select(page: Answer | str, selector: str) -> list[LexborNode]:
    """Return the elements of a page that a CSS selector names, in their order."""
    html = page if isinstance(page, str) else page.content.decode()
    return LexborHTMLParser(html).css(selector)


def one(page: Answer | str, selector: str) -> LexborNode:
    """Return the only element that a selector names."""
    found = select(page, selector)
    assert len(found) == 1, f"{len(found)} elements are {selector}"
    return found[0]


def texts(page: Answer | str, selector: str) -> list[str]:
    """Return the words of each element that a selector names, spaces put together."""
    return [" ".join(node.text().split()) for node in select(page, selector)]


def values(page: Answer | str, selector: str, attribute: str) -> list[str | None]:
    """Return an attribute's value in each element that a selector names."""
    return [node.attributes.get(attribute) for node in select(page, selector)]


def facts(page: Answer | str) -> dict[str, str]:
    """Return what a page's lists of terms say, by term; the last of equal ones."""
    both = [" ".join(node.text().split()) for node in select(page, "dt, dt + dd")]
    terms, words = both[::2], both[1::2]
    return dict(zip(terms, words, strict=True))
