"""Flags and comments on pages that ask for no label."""

from __future__ import annotations

from typing import Any

from django import template

from assess.judging.models import Allocation
from assess.judging.models.threads import REASONS

register = template.Library()


@register.inclusion_tag("assess/judging/work/_talk.html")
def talk(work: Allocation) -> dict[str, Any]:
    """Offer where a flag or a comment is written."""
    return {"work": work, "reasons": REASONS}
