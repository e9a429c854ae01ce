"""Numbers in the rows of a large table, without a template for each."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import ROUND_HALF_UP, Decimal

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from assess.scores.page import Value

register = template.Library()

_UNDEFINED = (
    '<abbr class="undefined" title="{}"><span aria-hidden="true">–</span>'
    '<span class="unseen">{}</span></abbr>'
)


@register.simple_tag
def number_cells(values: Iterable[Value]) -> SafeString:
    """Return a cell for each number, as components/_number.html shows one."""
    cells = ((_shown(each),) for each in values)
    return format_html_join("", '<td class="num">{}</td>', cells)


def _shown(number: Value) -> str:
    if number.value is None:
        reason = number.reason or "undefined"
        return format_html(_UNDEFINED, reason, reason)
    unit = Decimal(1).scaleb(-number.places)
    # Adding nothing turns -0 into 0.
    rounded = Decimal(repr(float(number.value))).quantize(unit, ROUND_HALF_UP) + 0
    return f"{rounded:,}" if number.places == 0 else f"{rounded:f}"
