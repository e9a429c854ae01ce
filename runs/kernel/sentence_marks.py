"""Join the sentences of a response into one text, with a mark before each.

The marks are two code points that no text may contain; they are removed from texts.
"""

import re
from collections.abc import Iterator, Sequence

START, END = "\ufdd0", "\ufdd1"
OWN = {ord(START): None, ord(END): None}
FENCE = re.compile(r"\s*(?:```|~~~)")
# The beginning of a line before its text: the marks of its blocks.
BLOCKS = re.compile(
    r"\s*(?:(?:\#{1,6}|[-*+]|\d{1,3}[.)])[ \t]+|>[ \t]?|\|[ \t]*)*", re.ASCII
)
NO_TEXT = re.compile(r"[\s|:*_=-]*")
KINDS = (
    ("heading", re.compile(r"\s*\#{1,6}\s")),
    ("rule", re.compile(r"\s*(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,})$")),
    ("list", re.compile(r"\s*(?:[-*+]|\d{1,3}[.)])\s", re.ASCII)),
    ("table", re.compile(r"\s*\|")),
    ("quote", re.compile(r"\s*>")),
    ("fence", FENCE),
)
# Blocks that can contain plain sentences that follow.
OPEN = ("", "list", "quote")


def without_marks(text: str) -> str:
    """Return a text without the code points used as marks."""
    return text.translate(OWN)


def join_sentences(texts: Sequence[str]) -> str:
    """Return one Markdown text, with a mark and number before each sentence's words.

    A file's sentences lack the white space that separated them. A sentence that begins
    a block (a heading, list item, table row, quote, code) gets a line of its own; any
    other continues the line, except after a heading or a table.
    """
    return "".join(_pieces([without_marks(text) for text in texts]))


def _pieces(texts: Sequence[str]) -> Iterator[str]:
    before, in_code = "", False
    for number, text in enumerate(texts, start=1):
        yield _between(before, text, in_code=in_code) if before else ""
        place = _place(text, in_code=in_code)
        if place is None:
            yield text
        else:
            yield f"{text[:place]}{START}{number}{END} {text[place:]}"
        in_code ^= sum(bool(FENCE.match(line)) for line in text.splitlines()) % 2 == 1
        before = text or before


def _between(before: str, after: str, *, in_code: bool) -> str:
    if before.endswith("\n") or after.startswith("\n"):
        return ""
    if in_code:
        return "\n"
    last, first = _kind(before.splitlines()[-1]), _kind(after)
    if last == first and first not in ("", "heading"):
        return "\n"
    return "\n\n" if first or last not in OPEN else " "


def _kind(text: str) -> str:
    line = text.split("\n", 1)[0]
    return next((kind for kind, pattern in KINDS if pattern.match(line)), "")


def _place(text: str, *, in_code: bool) -> int | None:
    """Return where a sentence's own words begin; None if it has none."""
    if FENCE.match(text):
        line_end = text.find("\n", len(text) - len(text.lstrip()))
        return line_end + 1 or None
    if in_code:
        return 0
    if NO_TEXT.fullmatch(text):
        return None
    found = BLOCKS.match(text)
    return found.end() if found else 0
