"""Durations in words, and the active time of some work."""

from __future__ import annotations

from django import template
from django.utils import timezone

from assess.judging.kernel.pace import duration_words
from assess.judging.models import Allocation
from assess.judging.work.steps import Spent, time_spent

register = template.Library()


@register.filter
def duration(seconds: float) -> str:
    """Return so many seconds in words: 48 s, 12 min, 3 h 20 min."""
    return duration_words(seconds)


@register.inclusion_tag("assess/judging/work/_spent.html")
def spent(work: Allocation) -> dict[str, Spent]:
    """Show the active time of a work's person; nothing if it is zero."""
    return {"spent": time_spent(work, now=timezone.now())}
