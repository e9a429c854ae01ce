"""Ways into the guides: from a page to its part, from a number to its definition."""

from __future__ import annotations

from typing import Any

from django import template

from manual.library import definition_of
from manual.places import address_about

register = template.Library()


@register.simple_tag(takes_context=True)
def help_address(context: dict[str, Any]) -> str:
    """Return the URL of what the guides say about the current page."""
    request = context.get("request")
    match = request.resolver_match if request else None
    return address_about(match.view_name if match else "")


@register.inclusion_tag("manual/_define.html")
def define(name: str) -> dict[str, Any]:
    """Show a `?` that opens a measure's definition; nothing if it has none."""
    return {"definition": definition_of(name), "name": name}
