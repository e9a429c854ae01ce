"""Stored texts on a page."""

from django import template
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

register = template.Library()
CARRIAGE_RETURN = SafeString("&#13;")


@register.filter
def exact(text: str) -> SafeString:
    """Return a text escaped so that the browser holds it to the code point.

    A parser folds a carriage return into a line feed, and offsets would be off by
    one from there on; written as a reference it stays.
    """
    return format_html_join(
        CARRIAGE_RETURN, "{}", ((part,) for part in text.split("\r"))
    )
