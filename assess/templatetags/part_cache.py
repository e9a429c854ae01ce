"""Cached parts of long pages, rendered once for equal values."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from functools import lru_cache

from django import template
from django.template import Context, Template, engines
from django.utils.safestring import SafeString

register = template.Library()

MOST = 8192  # parts, mostly of one or two kilobytes, per process
_Values = tuple[tuple[str, Hashable], ...]


@register.simple_tag
def once_each(name: str, rows: Iterable[Hashable], **values: Hashable) -> SafeString:
    """Include a template for each row, with only `row` and the values.

    Equal values must render equally, so they are numbers, texts and tuples of them: a
    model's row equals itself whatever its columns contain.
    """
    part, shared = _part(name), tuple(values.items())
    return SafeString("".join(_drawn(part, row, shared) for row in rows))


@register.simple_tag
def once(name: str, **values: Hashable) -> SafeString:
    """Include a template with only the values.

    Equal values must render equally, as in `once_each`.
    """
    return _drawn(_part(name), None, tuple(values.items()))


def _part(name: str) -> Template:
    part: Template = engines["django"].engine.get_template(name)  # type: ignore[attr-defined]
    return part


@lru_cache(maxsize=MOST)
def _drawn(part: Template, row: Hashable, values: _Values) -> SafeString:
    return part.render(Context({"row": row, **dict(values)}))
