"""Markdown from others, such as answers and guidelines, as pages show it."""

from __future__ import annotations

from django.utils.safestring import SafeString

from runs.kernel.markdown import render


def render_markdown(text: str) -> SafeString:
    """Return Markdown as sanitized HTML, headings from the third level on."""
    return SafeString(render(text).html)
