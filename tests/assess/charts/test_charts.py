"""Every chart: well-formed, with words, a table and two files."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from django.http import Http404
from django.template.loader import render_to_string
from django.test import RequestFactory

from assess.charts import (
    Axis,
    Chart,
    Curve,
    Curves,
    Interval,
    Intervals,
    Matrix,
    Place,
    Point,
    Scatter,
    chart_file,
)
from assess.charts.scatter import MOST_NAMED
from config.settings import BASE_DIR

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = '<script>"&'

SCATTER = Scatter(
    name="scatter",
    title="Two conditions",
    says="Run means over topics.",
    x=Axis("manual", low=0, high=1),
    y=Axis("automatic", low=0, high=1),
    heads=("run", "task"),
    points=[
        Point(0.25, 0.5, (HOSTILE, "RAG"), label="first"),
        Point(0.9, 0.1, ("b", "AG")),
    ],
    cloud=[Point(0.125, 0.75, (HOSTILE, "t1"), shape="square")],
    identity=True,
    front=[Point(0.25, 0.5), Point(0.9, 0.1)],
    corner=["τ 0.7832"],
    legend=[("circle", "RAG"), ("square", "AG")],
)
CURVES = Curves(
    name="settling",
    title="τ by topics",
    x=Axis("topics"),
    y=Axis("τ", low=-1, high=1),
    curves=[
        Curve(
            HOSTILE,
            [Place(1, None), Place(2, 0.5, 0.25, 0.75), Place(3, 0.5, 0.3, 0.7)],
        ),
        Curve("expected", [Place(3, 0.5), Place(9, 0.75)], dashed=True),
    ],
    level=(0.8, "wanted"),
)
INTERVALS = Intervals(
    name="board",
    title="V_strict",
    axis=Axis("V_strict"),
    rows=[
        Interval(HOSTILE, 0.5, 0.4, 0.6),
        Interval("b", 0.45, 0.4, 0.5),
        Interval("c", None),
    ],
    groups=[(0, 1)],
)
MATRIX = Matrix(
    name="labels",
    title="Labels of two judges",
    down="ada",
    across="bea",
    rows=["0", HOSTILE],
    columns=["0", HOSTILE],
    cells=[[10, 2], [0, None]],
    links=[["/a/", ""], ["", "/b/"]],
)
CHARTS: list[Chart] = [SCATTER, CURVES, INTERVALS, MATRIX]
each_chart = pytest.mark.parametrize("chart", CHARTS, ids=lambda chart: chart.name)


def _page(chart: Chart) -> str:
    request = RequestFactory().get("/rankings/", {"left": "a&b"})
    return render_to_string("charts/_chart.html", {"chart": chart}, request)


def _svg(chart: Chart) -> ET.Element:
    return ET.fromstring(chart_file(CHARTS, chart.name, "svg").content)  # noqa: S314


@each_chart
def test_its_file_is_well_formed_and_says_what_it_is(chart: Chart) -> None:
    root = _svg(chart)
    assert root.tag == f"{SVG}svg"
    assert root.findtext(f"{SVG}title") == chart.title
    assert root.find(f"{SVG}style") is not None
    assert any(HOSTILE in (each.text or "") for each in root.iter())


@each_chart
def test_its_marks_stand_inside_the_drawing(chart: Chart) -> None:
    for element in _svg(chart).iter():
        for name, most in (("x", chart.size.width), ("y", chart.size.height)):
            if name in element.attrib:
                assert -1 <= float(element.attrib[name]) <= most


@each_chart
def test_its_numbers_stand_beside_it_and_in_a_file(chart: Chart) -> None:
    answer = chart_file(CHARTS, chart.name, "csv")
    rows = list(csv.reader(io.StringIO(answer.content.decode())))
    assert rows[0] == [column.title for column in chart.table.columns]
    assert len(rows) == 1 + len(chart.table.rows)
    page = _page(chart)
    assert page.count("<tr>") == len(rows)
    assert f'href="{chart.name}.svg?left=a%26b"' in page
    assert f'href="{chart.name}.csv?left=a%26b"' in page


@each_chart
def test_it_needs_no_inline_style_or_script(chart: Chart) -> None:
    page = _page(chart)
    assert "<script" not in page
    assert "style" not in page
    assert not re.search(r"\son\w+=", page)


@each_chart
def test_every_class_of_a_drawing_has_its_style_on_the_page_and_in_the_file(
    chart: Chart,
) -> None:
    svg = chart_file(CHARTS, chart.name, "svg").content.decode()
    names = {
        name for found in re.findall(r'class="([^"]+)"', svg) for name in found.split()
    }
    bare = {
        "chart",
        "curve",
        "interval",
        "x",
        "y",
        "start",
        "circle",
        "square",
        "l0",
        "cell",
    }
    sheets = "".join(
        Path(BASE_DIR, "static", "css", name).read_text()
        for name in ("charts.css", "parts.css")
    )
    alone = Path(BASE_DIR, "templates", "charts", "_alone.css").read_text()
    for name in names - bare:
        assert f".{name}" in sheets, name
        if name != "tick":
            assert f".{name}" in alone, name


def test_a_file_of_another_name_or_form_is_not_found() -> None:
    for name, form in (("nothing", "svg"), ("scatter", "pdf")):
        with pytest.raises(Http404):
            chart_file(CHARTS, name, form)


def test_an_undefined_place_breaks_its_line_and_stays_in_the_table() -> None:
    first = CURVES.drawn[0]
    assert first.line.count("M") == 1
    assert len(first.marks) == 2
    assert CURVES.table.rows[0] == (HOSTILE, 1, None, None, None)
    assert "undefined" in _page(CURVES)


def test_a_row_without_a_value_keeps_its_place() -> None:
    assert [row.mark is None for row in INTERVALS.drawn] == [False, False, True]
    assert "undefined" in _page(INTERVALS)


def test_brackets_that_overlap_stand_side_by_side() -> None:
    rows = [Interval(str(n), 0.5) for n in range(4)]
    chart = Intervals(
        name="a", title="a", axis=Axis("a"), rows=rows, groups=[(0, 2), (1, 3), (3, 3)]
    )
    lanes = [bracket.split()[0] for bracket in chart.brackets]
    assert lanes[0] != lanes[1]
    assert lanes[0] == lanes[2]


def test_very_many_small_points_are_one_path_a_run() -> None:
    cloud = [Point(0.5, 0.5, (f"run{n % 3}", f"t{n}")) for n in range(MOST_NAMED + 1)]
    chart = Scatter(
        name="many",
        title="many",
        x=Axis("a"),
        y=Axis("b"),
        heads=("run", "topic"),
        points=[],
        cloud=cloud,
    )
    assert [mark.says for mark in chart.small] == ["run0", "run1", "run2"]
    assert len(chart.table.rows) == MOST_NAMED + 1


def test_a_shade_says_how_large_and_only_nothing_has_none() -> None:
    squares = [square for row in MATRIX.squares for square in row]
    assert [square.level for square in squares] == [5, 1, 0, 0]
    assert [square.words.says for square in squares] == ["10", "2", "0", "–"]


def test_a_cell_with_an_address_is_a_link() -> None:
    page = _page(MATRIX)
    assert page.count('<a href="/a/">') == 1
    assert 'role="group"' in page
