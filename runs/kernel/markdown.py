"""Untrusted Markdown as HTML that is safe on a page, with its sentences marked.

CommonMark with tables, without inline HTML; the result passes an allow-list.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import nh3
from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.renderer import RendererHTML
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

from runs.kernel.sentence_marks import END, START, join_sentences, without_marks

TOP = 3  # the page has the headings above
LOWEST = 6
# A longer text takes seconds to lay out, and is shown unformatted.
LONGEST = 20_000  # characters: the longest responses, of 1,024 words, have about 8,000
WIDEST = 10_000  # cells, as the product of its widest row and its lines
SLOT = re.compile(f"{START}([0-9]{{1,6}}){END}")  # after a sentence, when rendered
MARK = re.compile(f"{SLOT.pattern} ?")  # before one, in the source
UNMARKED = frozenset(("paragraph_open", "paragraph_close", "text", "softbreak"))
CODE = ("fence", "code_block")
HEADINGS = tuple(f"h{level}" for level in range(TOP, LOWEST + 1))
# Each gets the direction of its own first letter. Elements inside inherit it, since
# letters in an element with a direction of its own do not count for the outer one.
DIRECTED = (*HEADINGS, "p", "ul", "ol", "table", "pre")
TAGS = {
    *DIRECTED,
    *("a", "blockquote", "br", "code", "del", "div", "em", "hr", "li", "span"),
    *("strong", "tbody", "td", "th", "thead", "tr"),
}
CLEANER = nh3.Cleaner(
    tags=TAGS,
    attributes={
        "*": set(),
        "a": {"href"},
        "ol": {"start"},
        "div": {"role", "aria-label", "tabindex"},
        "span": {"data-sentence", "aria-hidden"},
    },
    allowed_classes={"div": {"scroll"}, "span": {"n", "passed"}},
    set_tag_attribute_values={
        "a": {"target": "_blank"},
        **{tag: {"dir": "auto"} for tag in DIRECTED},
    },
    url_schemes={"http", "https"},
    link_rel="noopener noreferrer nofollow",
)


class Rendered(NamedTuple):
    """Sanitized HTML, whether it contains more than paragraphs, and its sentences."""

    html: str
    is_marked_up: bool
    sentences: frozenset[int]


@dataclass
class Leaf:
    """A piece of text within one sentence, 0 for none."""

    sentence: int
    text: str
    is_first: bool = False
    is_last: bool = False
    is_passed: bool = False


def render(text: str) -> Rendered:
    """Return Markdown as HTML.

    Headings begin at the third level, links lead only to http and https, images become
    their descriptions, each table scrolls in a region of its own; no id, class or style
    comes from the text.
    """
    return _rendered(without_marks(text), frozenset())


def render_sentences(
    texts: Sequence[str], after: Mapping[int, str], passed: Collection[int] = ()
) -> Rendered:
    """Return sentences rendered as one Markdown text, each sentence marked.

    Every piece of sentence n (from 1) is a `span` with `data-sentence`. Its number
    precedes its first piece, and `after[n]`, trusted HTML, follows its last one.
    Sentences without visible text, such as a table's rule, are not among `sentences`.
    The pieces of those that are `passed` have the class `passed`.
    """
    found = _rendered(join_sentences(texts), frozenset(passed))
    html = SLOT.sub(lambda slot: after.get(int(slot[1]), ""), found.html)
    return found._replace(html=html)


@lru_cache(maxsize=200)  # current responses of all people, and the next ones
def _rendered(source: str, passed: frozenset[int]) -> Rendered:
    if _is_too_much(source):
        plain = f'<pre dir="auto">{escapeHtml(MARK.sub("", source))}</pre>'
        return Rendered(plain, is_marked_up=False, sentences=frozenset())
    env: dict[str, Any] = {"found": set(), "passed": passed}
    tokens = PARSER.parse(source, env)
    html = CLEANER.clean(PARSER.renderer.render(tokens, PARSER.options, env))
    is_marked_up = any(each.type not in UNMARKED for each in _inner(tokens))
    return Rendered(html, is_marked_up, frozenset(env["found"]))


def _is_too_much(source: str) -> bool:
    lines = source.splitlines()
    widest = max((line.count("|") for line in lines), default=0)
    return len(source) > LONGEST or widest * len(lines) > WIDEST


def _inner(tokens: Sequence[Token]) -> Iterator[Token]:
    """Yield the tokens, with a block's text replaced by the tokens inside it."""
    for token in tokens:
        yield from (token.children or ()) if token.type == "inline" else (token,)


def _settle(state: StateCore) -> None:
    """Lower headings, describe images, and assign each text to its sentence."""
    for token in state.tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(LOWEST, int(token.tag[1]) + TOP - 1)}"
    leaves: list[Leaf] = []
    for token in _inner(state.tokens):
        if token.type == "image":
            _describe(token)
        elif token.type == "link_open":
            token.attrSet("href", MARK.sub("", str(token.attrGet("href"))))
        if token.type in ("text", "code_inline", *CODE):
            begun = leaves[-1].sentence if leaves else 0
            token.meta["leaves"] = list(_leaves(token.content, begun))
            leaves += token.meta["leaves"]
    for leaf in leaves:
        leaf.is_passed = leaf.sentence in state.env["passed"]
    state.env["found"] = _mark_ends(leaves)


def _describe(image: Token) -> None:
    said = MARK.sub("", image.content)
    image.type, image.tag, image.children = "text", "", None
    image.content = f"[image: {said}]" if said else "[image]"


def _leaves(text: str, begun: int) -> Iterator[Leaf]:
    """Yield a text's pieces; the first continues the sentence begun before it."""
    pieces = MARK.split(text)
    yield Leaf(begun, pieces[0])
    for number, piece in zip(pieces[1::2], pieces[2::2], strict=True):
        begun = max(begun, int(number))
        yield Leaf(begun, piece)


def _mark_ends(leaves: Sequence[Leaf]) -> set[int]:
    """Mark where each sentence begins and ends; return those that occur."""
    seen = [leaf for leaf in leaves if leaf.sentence and leaf.text.strip()]
    for leaf in {each.sentence: each for each in reversed(seen)}.values():
        leaf.is_first = True
    for leaf in {each.sentence: each for each in seen}.values():
        leaf.is_last = True
    return {leaf.sentence for leaf in seen}


def _shown(leaf: Leaf) -> str:
    words = leaf.text.rstrip() if leaf.is_last else leaf.text
    number = leaf.sentence
    if not number or not leaf.text.strip():
        return escapeHtml(leaf.text)
    before = f'<span class="n" aria-hidden="true">{number}</span>'
    behind = f"{START}{number}{END}"
    passed = ' class="passed"' if leaf.is_passed else ""
    return "".join(
        [
            before if leaf.is_first else "",
            f'<span data-sentence="{number}"{passed}>{escapeHtml(words)}</span>',
            behind if leaf.is_last else "",
            leaf.text[len(words) :],
        ]
    )


class Renderer(RendererHTML):
    """The library's HTML, with text by sentence and tables in scrolling regions."""

    def text(self, tokens: Sequence[Token], idx: int, *_: object) -> str:
        """Return the pieces of a text."""
        return "".join(map(_shown, tokens[idx].meta["leaves"]))

    def code_inline(self, tokens: Sequence[Token], idx: int, *_: object) -> str:
        """Return code within a line."""
        return f"<code>{self.text(tokens, idx)}</code>"

    def code_block(self, tokens: Sequence[Token], idx: int, *_: object) -> str:
        """Return a block of code."""
        return f"<pre><code>{self.text(tokens, idx)}</code></pre>\n"

    def fence(self, tokens: Sequence[Token], idx: int, *_: object) -> str:
        """Return a fenced block of code."""
        return self.code_block(tokens, idx)

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


class Parser(MarkdownIt):
    """CommonMark with tables, with links only to web pages."""

    def __init__(self) -> None:
        super().__init__("commonmark", {"html": False}, renderer_cls=Renderer)
        self.enable(["table", "strikethrough"])
        self.core.ruler.push("settle", _settle)

    def validateLink(self, url: str) -> bool:  # noqa: N802 - the library's own name
        """Return whether a URL may be a link; if not, its Markdown stays text."""
        return url.lower().startswith(("http://", "https://"))

    def normalizeLinkText(self, link: str) -> str:  # noqa: N802 - the library's own
        """Return a URL as its text: decoded, it could contain sentences' marks."""
        return link


PARSER = Parser()
