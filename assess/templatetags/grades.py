"""Grades in words."""

from __future__ import annotations

from collections.abc import Mapping

from django import template

register = template.Library()


@register.filter
def grade_in(value: str, grades: Mapping[str, str]) -> str:
    """Return a grade in its scale's words, with its number if it has one."""
    words = grades.get(value, value)
    return f"{value} {words.lower()}" if value.isdecimal() else words
