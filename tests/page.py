"""Parts of a page, selected by a CSS selector instead of a piece of its markup.

The order of an element's attributes, white space and escaping are irrelevant to
readers; a test that compares markup fails for each of them.
"""

from __future__ import annotations

import re
from typing import Protocol

from selectolax.lexbor import LexborHTMLParser, LexborNode

# Elements around which white space does not show.
BLOCKS = re.compile(
    r" ?(</?(?:article|aside|button|caption|dd|details|div|dl|dt|fieldset|figure|footer"
    r"|form|h[1-6]|header|legend|li|main|nav|ol|option|p|section|summary|table|tbody"
    r"|td|th|thead|tr|ul)\b[^>]*>) ?"
)


class Answer(Protocol):
    """A response of Django's test client."""

    @property
    def content(self) -> bytes:
        """Return the body."""


def select(page: Answer | str, selector: str) -> list[LexborNode]:
    """Return the elements of a page that match a CSS selector, in their order."""
    html = page if isinstance(page, str) else page.content.decode()
    return LexborHTMLParser(html).css(selector)


def one(page: Answer | str, selector: str) -> LexborNode:
    """Return the only element that matches a selector."""
    found = select(page, selector)
    assert len(found) == 1, f"{len(found)} elements are {selector}"
    return found[0]


def texts(page: Answer | str, selector: str) -> list[str]:
    """Return the text of each element that matches, with white space collapsed."""
    return [" ".join(node.text().split()) for node in select(page, selector)]


def values(page: Answer | str, selector: str, attribute: str) -> list[str | None]:
    """Return an attribute's value in each element that matches a selector."""
    return [node.attributes.get(attribute) for node in select(page, selector)]


def facts(page: Answer | str) -> dict[str, str]:
    """Return the lists of terms of a page, by term; the last of equal ones."""
    both = [" ".join(node.text().split()) for node in select(page, "dt, dt + dd")]
    terms, words = both[::2], both[1::2]
    return dict(zip(terms, words, strict=True))


def markup(page: Answer) -> str:
    """Return a page without the white space that its templates are laid out with."""
    text = " ".join(page.content.decode().split()).replace(" >", ">")
    return BLOCKS.sub(r"\1", BLOCKS.sub(r"\1", text))
