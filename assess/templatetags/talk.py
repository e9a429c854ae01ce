"""Flags and comments on pages without labels."""

from __future__ import annotations

from typing import Any

from django import template

from assess.judging.models import Allocation
from assess.judging.models.threads import REASONS

register = template.Library()


@register.inclusion_tag("assess/judging/work/_talk.html")
def talk(work: Allocation) -> dict[str, Any]:
    """Show the form for a flag or a comment."""
    return {"work": work, "reasons": REASONS}
