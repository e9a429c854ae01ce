"""Numbers of exams on pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template

register = template.Library()


@register.filter
def share(value: float | None) -> str:
    """Return a number with four decimals; a dash for an undefined one."""
    return "–" if value is None else f"{value:.4f}"


@register.filter
def at(values: Mapping[int, Any], key: int) -> Any:  # noqa: ANN401 - any value
    """Return the value of a key."""
    return values[key]
