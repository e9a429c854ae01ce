"""Stored texts on a page."""

from django import template
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

register = template.Library()
CARRIAGE_RETURN = SafeString("&#13;")


@register.filter
def exact(text: str) -> SafeString:
    """Return a text escaped so that the browser preserves every code point.

    A parser turns a carriage return into a line feed, which would shift later offsets
    by one; a character reference preserves it.
    """
    return format_html_join(
        CARRIAGE_RETURN, "{}", ((part,) for part in text.split("\r"))
    )
