"""Lengths of time in words."""

from __future__ import annotations

from django import template

register = template.Library()


@register.filter
def duration(seconds: float) -> str:
    """Return so many seconds as people say them: 48 s, 12 min, 3 h 20 min."""
    if seconds < 60:
        return f"{seconds:.0f} s"
    hours, minutes = divmod(round(seconds / 60), 60)
    if not hours:
        return f"{minutes} min"
    return f"{hours} h {minutes} min" if minutes else f"{hours} h"
