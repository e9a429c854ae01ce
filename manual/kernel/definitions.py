"""The definitions in a guide: rows of tables of measures, and paragraphs with a name.

A row is a definition if its table's first heading is one of HEADS; its first cell has
the names. A paragraph is one if it begins with its names in bold.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from markdown_it.token import Token

HEADS = ("measure", "figure")
Html = Callable[[Sequence[Token]], str]


class Cell(NamedTuple):
    """What a definition says under one heading, as safe HTML."""

    heading: str
    html: str


class Definition(NamedTuple):
    """What one name means: the place in its guide, what the guide says of it.

    section: the title of the part of the guide. names: the row's first cell as safe
    HTML, "" for a paragraph, which begins with them.
    """

    name: str
    anchor: str
    names: str
    section: str
    cells: tuple[Cell, ...]


def key_of(name: str) -> str:
    """Return the key of a name: in small letters, with k for every number.

    A measure at any depth or level has one definition: nDCG@20 that of nDCG@k.
    """
    words = re.sub(r"\d+", "k", name.strip().lower())
    return re.sub(r"[^\w@]+", "-", words).strip("-")


def definitions_of(tokens: Sequence[Token], html: Html) -> Iterator[Definition]:
    """Yield each name's definition, and give its row or paragraph an id."""
    section = ""
    for place, (opened, inside) in enumerate(pairwise(tokens)):
        if opened.type == "heading_open":
            section = inside.content
        elif opened.type == "table_open":
            yield from _of_table(tokens[place:], section, html)
        elif opened.type == "paragraph_open" and (bold := _bold(inside)):
            yield from _named(opened, bold, "", section, [Cell("", html([inside]))])


def _of_table(
    tokens: Sequence[Token], section: str, html: Html
) -> Iterator[Definition]:
    """Yield the definitions in the table that begins here, if it is of measures."""
    heads, row = list[str](), list[Token]()
    for opened, inside in pairwise(tokens):
        if opened.type == "table_close":
            return
        if opened.type == "th_open":
            heads.append(inside.content)
        elif opened.type == "tr_open":
            row = [opened]
        elif opened.type == "td_open":
            row.append(inside)
        elif opened.type == "tr_close" and len(row) > 1 and heads[0] in HEADS:
            shown, cells = html([row[1]]), _cells(heads, row, html)
            yield from _named(row[0], _names(row[1]), shown, section, cells)


def _cells(heads: list[str], row: list[Token], html: Html) -> list[Cell]:
    cells = zip(heads[1:], row[2:], strict=True)
    return [Cell(head, html([cell])) for head, cell in cells if cell.content]


def _named(
    place: Token, names: list[str], shown: str, section: str, cells: list[Cell]
) -> Iterator[Definition]:
    # Its line makes the id unique where a guide defines a name twice.
    line = place.map[0] if place.map else 0
    anchor = f"define-{key_of(names[0])}-{line}"
    place.attrSet("id", anchor)
    for name in names:
        yield Definition(key_of(name), anchor, shown, section, tuple(cells))


def _names(cell: Token) -> list[str]:
    """Return the names before a bracket, then all that are written as code."""
    inside = cell.children or []
    words = "".join(each.content for each in inside).partition("(")[0]
    names = [name.strip() for name in words.split(",")]
    return [*names, *(each.content for each in inside if each.type == "code_inline")]


def _bold(inline: Token) -> list[str]:
    inside = [each for each in inline.children or [] if each.content or each.tag]
    if len(inside) < 2 or inside[0].type != "strong_open":
        return []
    return [name.strip() for name in inside[1].content.rstrip(".:?").split(",")]
