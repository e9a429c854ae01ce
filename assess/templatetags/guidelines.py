"""Guidelines next to the work."""

from __future__ import annotations

from typing import Any

from django import template

from assess.judging.guidelines.versions import told_to
from assess.judging.models import Allocation

register = template.Library()


@register.inclusion_tag("assess/judging/work/_guidelines.html", takes_context=True)
def guidelines(context: dict[str, Any], work: Allocation) -> dict[str, Any]:
    """Show the current guidelines of some work; nothing if there are none."""
    return {
        "work": work,
        "desk": context.get("desk"),
        "told": told_to(context["request"].user, work),
        "csrf_token": context.get("csrf_token"),
    }
