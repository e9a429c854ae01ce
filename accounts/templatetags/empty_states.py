"""Empty lists: what they will contain, and the one next step."""

from __future__ import annotations

from typing import Any

from django import template
from django.shortcuts import resolve_url
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_block_tag(takes_context=True)
def empty_state(
    context: template.Context,
    content: SafeString,
    title: str,
    step: str = "",
    to: str = "",
    *args: object,
    query: str = "",
    organizes: bool = True,
) -> SafeString:
    """Show that a list is empty, why, and the link to the one next step.

    `content` has the paragraphs below the title, `to` is a URL or the name of one with
    `args`, `query` is added to it. Where `organizes` is false the step is for others,
    and the link leads home. Without a step, the form that makes the first row must be
    on the page.
    """
    address = resolve_url(to, *args) if step else ""
    shown: dict[str, Any] = {
        "title": title,
        "content": content,
        "step": step,
        "address": f"{address}?{query}" if query else address,
        "organizes": organizes,
    }
    request = context.get("request")
    return render_to_string("components/_empty.html", shown, request)
