"""Spans of stored texts on a page."""

from collections.abc import Iterable

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from assess.judging.kernel.layers import Layer
from runs.templatetags.texts import exact

register = template.Library()


@register.filter
def layered(pieces: Iterable[Layer]) -> SafeString:
    """Return a text in pieces, each within the spans over it, exact to the code point.

    The script produces the same HTML from these spans, so that a page without script
    looks the same.
    """
    return format_html_join("", "{}", ((_piece(piece),) for piece in pieces))


def _piece(piece: Layer) -> SafeString:
    text = exact(piece.text)
    if not piece.over:
        return text
    over, opens = (" ".join(map(str, names)) for names in (piece.over, piece.opens))
    first = format_html(' data-opens="{}"', opens) if opens else ""
    shape = '<span data-spans="{}" data-depth="{}"{}>{}</span>'
    return format_html(shape, over, piece.depth, first, text)
