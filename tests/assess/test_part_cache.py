"""Cached parts of pages, rendered once for equal values."""

import pytest
from django.template import engines

from assess.analysis.scores.leaderboard.rows import MeasureColumn
from assess.templatetags import part_cache
from tests.page import select


@pytest.fixture(autouse=True)
def _nothing_drawn() -> None:
    part_cache._drawn.cache_clear()


def drawn(text: str, **context: object) -> str:
    return engines["django"].from_string("{% load part_cache %}" + text).render(context)


def test_equal_values_are_drawn_once_and_others_anew() -> None:
    text = "{% once 'components/_track_tabs.html' track=id title=title tab=tab %}"
    same = {"id": "00000000-0000-4000-8000-000000000000", "title": "<b>", "tab": "runs"}
    first = drawn(text, **same)
    assert first == drawn(text, **same)
    assert part_cache._drawn.cache_info()[:2] == (1, 1)
    assert select(first, '[aria-label="<b>"]')
    other = drawn(text, **same | {"title": "Sea"})
    assert select(other, '[aria-label="Sea"]')


def test_a_part_sees_nothing_but_its_values() -> None:
    columns = (MeasureColumn("V", "V strict", "of <vital> ones", "-V", ""),)
    part = "{% once 'assess/analysis/scores/_column_heads.html' columns=columns"
    kept = drawn(part + " link=link %}", columns=columns, link="?x=1")
    assert select(kept, '[href="?x=1&sort=-V"][title="of <vital> ones"]')
    assert not select(
        drawn(part + " %}", columns=columns, link="?x=1"), "a:not(.define)"
    )
