"""Every chart: its data, its description, its table and its file."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from html import unescape

import pytest
from django.http import Http404
from django.template.loader import render_to_string
from django.test import RequestFactory

from assess.analysis.charts import Axis, Chart, Scatter, ScatterPoint, chart_file
from assess.analysis.charts.scatter import MOST_NAMED
from tests.assess.analysis.charts.examples import CHARTS, CURVES, HOSTILE, MATRIX
from tests.page import select

each_chart = pytest.mark.parametrize("chart", CHARTS, ids=lambda chart: chart.name)


def _page(chart: Chart) -> str:
    request = RequestFactory().get("/rankings/", {"left": "a&b"})
    return render_to_string(
        "assess/analysis/charts/_chart.html", {"chart": chart}, request
    )


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _texts(each)


@each_chart
def test_its_page_holds_what_there_is_to_draw(chart: Chart) -> None:
    found = re.search(r' data-drawing="([^"]*)"', _page(chart))
    assert found is not None
    assert "<" not in found[1]
    drawing = json.loads(unescape(found[1]))
    assert drawing["kind"] == chart.kind
    assert any(HOSTILE in text for text in _texts(drawing))


@each_chart
def test_its_numbers_stand_beside_it_and_in_a_file(chart: Chart) -> None:
    answer = chart_file(RequestFactory().get("/?cells=raw"), CHARTS, chart.name)
    rows = list(csv.reader(io.StringIO(answer.content.decode())))
    assert rows[0] == [column.title for column in chart.table.columns]
    assert len(rows) == 1 + len(chart.table.rows)
    page = _page(chart)
    assert page.count("<tr>") == len(rows)
    assert select(page, f'[download="{chart.name}.svg"]')
    assert select(page, f'[href="{chart.name}.csv?left=a%26b"]')


@each_chart
def test_it_needs_no_inline_style_or_script(chart: Chart) -> None:
    page = _page(chart)
    assert "<script" not in page
    assert "style" not in page
    assert not re.search(r"\son\w+=", page)


def test_a_file_of_another_name_is_not_found() -> None:
    with pytest.raises(Http404):
        chart_file(RequestFactory().get("/"), CHARTS, "nothing")


def test_an_undefined_place_stays_in_the_table() -> None:
    assert CURVES.table.rows[0] == (HOSTILE, 1, None, None, None)
    assert "undefined" in _page(CURVES)


def test_very_many_small_points_say_their_first_name_alone() -> None:
    cloud = [
        ScatterPoint(0.5, n, (f"run{n % 3}", f"t{n}")) for n in range(MOST_NAMED + 1)
    ]
    chart = Scatter(
        name="many",
        title="many",
        x=Axis("a"),
        y=Axis("b"),
        heads=("run", "topic"),
        points=[],
        cloud=cloud,
    )
    assert "t7" not in chart.drawing
    assert '"run1: 0.5000 and 7.0000"' in chart.drawing
    assert len(chart.table.rows) == MOST_NAMED + 1


def test_a_shade_says_how_large_and_only_nothing_has_none() -> None:
    squares = [square for row in MATRIX.squares for square in row]
    assert [square.level for square in squares] == [5, 1, 0, 0]
    assert [square.text for square in squares] == ["10", "2", "0", "–"]
