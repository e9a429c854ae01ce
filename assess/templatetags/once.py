"""Parts of long pages that are drawn once for equal values."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache

from django import template
from django.template import Context, Template, engines
from django.utils.safestring import SafeString

register = template.Library()

MOST = 8192  # parts of a kilobyte or two, in each process


@register.simple_tag
def once(name: str, **values: Hashable) -> SafeString:
    """Include a template that is given these values and nothing else of the page.

    Equal values must print alike, so they are numbers, texts and tuples of them: a
    model's row equals itself whatever its columns say.
    """
    django = engines["django"]
    return _drawn(django.engine.get_template(name), tuple(values.items()))  # type: ignore[attr-defined]


@lru_cache(maxsize=MOST)
def _drawn(part: Template, values: tuple[tuple[str, Hashable], ...]) -> SafeString:
    return part.render(Context(dict(values)))
