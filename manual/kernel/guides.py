"""A guide's Markdown as HTML, with its headings, links, pictures and definitions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

import nh3
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

from manual.kernel.definitions import Definition, definitions_of

CLEANER = nh3.Cleaner(
    tags={
        *("h2", "h3", "h4", "p", "ul", "ol", "li", "blockquote", "pre", "hr", "br"),
        *("a", "code", "em", "strong", "img", "div"),
        *("table", "thead", "tbody", "tr", "th", "td"),
    },
    attributes={
        "*": {"id"},
        "a": {"href"},
        "img": {"src", "alt", "loading"},
        "ol": {"start"},
        "div": {"role", "aria-label", "tabindex"},
    },
    allowed_classes={"div": {"scroll"}},
    url_schemes={"http", "https"},
    link_rel=None,
)
TITLE, PARTS = "h1", ("h2", "h3")
# The URL of a link or a picture within the docs; "" for what no page shows.
Addresses = Callable[[str], str]


class Section(NamedTuple):
    """A part of a guide under one heading, without the parts below it."""

    anchor: str
    title: str
    text: str


@dataclass(frozen=True)
class Guide:
    """One file of docs/: its name, title, safe HTML, parts, definitions by name."""

    name: str
    title: str
    html: str
    sections: tuple[Section, ...]
    definitions: dict[str, Definition]


def anchor_of(heading: str) -> str:
    """Return a heading's anchor, as forges create it."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def read_guide(name: str, source: str, address: Addresses) -> Guide:
    """Return a guide; links and pictures without an address become their words."""
    tokens = PARSER.parse(source)
    for token in tokens:
        _turn(token.children or [], address)
    for opened, inline in pairwise(tokens):
        if opened.type == "heading_open":
            opened.attrSet("id", anchor_of(inline.content))
    definitions: dict[str, Definition] = {}
    for each in definitions_of(tokens, _html):
        definitions.setdefault(each.name, each)
    title, body = _without_title(tokens)
    return Guide(name, title, _html(body), tuple(_sections(body)), definitions)


def _html(tokens: Sequence[Token]) -> str:
    return CLEANER.clean(PARSER.renderer.render(tokens, PARSER.options, {}))


def _turn(inline: Sequence[Token], address: Addresses) -> None:
    """Give links and pictures their URLs here; a link without one is unwrapped."""
    for token in inline:
        if token.type == "image":
            token.attrSet("src", address(str(token.attrGet("src"))))
            token.attrSet("loading", "lazy")
        elif token.type == "link_open":
            href = address(str(token.attrGet("href")))
            token.attrs = {"href": href} if href else {}


def _without_title(tokens: Sequence[Token]) -> tuple[str, list[Token]]:
    """Return the words of the first heading, and all that follows it."""
    for place, token in enumerate(tokens):
        if token.type == "heading_open" and token.tag == TITLE:
            return _words(tokens[place + 1]), list(tokens[place + 3 :])
    return "", list(tokens)


def _words(inline: Token) -> str:
    parts = (each.content or " " * (each.type == "softbreak") for each in _of(inline))
    return "".join(parts)


def _of(inline: Token) -> Sequence[Token]:
    return inline.children or ()


def _sections(tokens: Sequence[Token]) -> Iterator[Section]:
    anchor, title, texts = "", "", [""]
    for before, token in pairwise([Token("", "", 0), *tokens]):
        if token.type != "inline":
            continue
        if before.tag in PARTS:
            yield Section(anchor, title, " ".join(texts))
            anchor, title, texts = str(before.attrGet("id")), _words(token), []
        else:
            texts.append(_words(token))
    yield Section(anchor, title, " ".join(texts))


class GuideRenderer(RendererHTML):
    """The library's HTML, with each table in a region that scrolls."""

    def table_open(
        self, tokens: Sequence[Token], idx: int, options: object, env: dict[str, Any]
    ) -> str:
        """Open a table in its region; the number makes the region's name unique."""
        env["tables"] = number = env.get("tables", 0) + 1
        region = f'role="region" aria-label="Table {number}" tabindex="0"'
        return f'<div class="scroll" {region}><table>\n'

    def table_close(self, *_: object) -> str:
        """Close a table and its region."""
        return "</table></div>\n"


PARSER = MarkdownIt("commonmark", {"html": False}, renderer_cls=GuideRenderer)
PARSER.enable("table")
