"""The sign and the word of a label, and stretches of a text that are marked."""

from __future__ import annotations

from collections.abc import Iterable

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

register = template.Library()

_FULL, _HALF, _EMPTY, _SLASH = "full", "half", "empty", "slash"
_SIGNS = {
    "support": (_FULL, "support"),
    "full_support": (_FULL, "full support"),
    "relevant": (_FULL, "relevant"),
    "yes": (_FULL, "yes"),
    "citation_needed": (_FULL, "needs a citation"),
    "partial_support": (_HALF, "partial support"),
    "not_support": (_EMPTY, "not supported"),
    "no_support": (_EMPTY, "no support"),
    "not_relevant": (_EMPTY, "not relevant"),
    "no": (_EMPTY, "no"),
    "no_citation_needed": (_SLASH, "needs no citation"),
}
_NONE = ("dash", "unjudged")


@register.filter
def sign(value: str) -> str:
    """Return the name of a label's sign: full, half, empty, slash, or dash for none."""
    return _SIGNS.get(value, _NONE)[0]


@register.filter
def label_word(value: str) -> str:
    """Return a label in words."""
    return _SIGNS.get(value, _NONE)[1]


@register.filter
def marked(pieces: Iterable[tuple[str, bool]], tag: str = "mark") -> SafeString:
    """Return a text in stretches, those that are set within a tag of this name."""
    plain, within = "{}", SafeString(f"<{tag}>{{}}</{tag}>")
    drawn = (format_html(within if is_set else plain, text) for text, is_set in pieces)
    return format_html_join("", "{}", ((each,) for each in drawn))
