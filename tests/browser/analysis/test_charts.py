"""Charts in a real browser: drawn under our policy, and saved as files."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest
from django.template.loader import render_to_string
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from assess.analysis.charts import (
    Axis,
    Chart,
    Curve,
    CurvePoint,
    Curves,
    Interval,
    IntervalChart,
    MatrixChart,
    Scatter,
    ScatterPoint,
)
from assess.analysis.kernel.neighbours import NeighbourGroup
from tests.assess.analysis.charts.examples import CHARTS, HOSTILE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, FloatRect, Locator, Page

pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]
SVG = "{http://www.w3.org/2000/svg}"
WHAT_DRAWS = """async () => {
  window.refused = [];
  const refuse = (event) => refused.push(event.violatedDirective);
  document.addEventListener("securitypolicyviolation", refuse);
  const load = (name, of) => new Promise((onload) => {
    const made = document.createElement(name);
    document.head.append(Object.assign(made, of, {onload}));
  });
  const own = "/static/assess/analysis/charts";
  await load("link", {rel: "stylesheet", href: `${own}/charts.css`});
  await load("script", {src: "/static/vendor/plot/d3.min.js"});
  await load("script", {src: "/static/vendor/plot/plot.umd.min.js"});
  await import("/static/assess/analysis/charts/plots.js");
}"""
PUT = """(html) => {
  const main = document.querySelector("main");
  main.innerHTML = html;
  htmx.trigger(main, "htmx:load");
}"""


@pytest.fixture
def page(browser_page: Page, live_server: LiveServer) -> Page:
    """Return a page under our policy with the chart scripts, and no chart yet."""
    browser_page.goto(f"{live_server.url}/accounts/sign-in/")
    browser_page.evaluate(WHAT_DRAWS)
    return browser_page


def draw(page: Page, *charts: Chart) -> Locator:
    """Show charts as a part that is loaded later; return the last one's drawing."""
    parts = [
        render_to_string("assess/analysis/charts/_chart.html", {"chart": each})
        for each in charts
    ]
    page.evaluate(PUT, "".join(parts))
    expect(page.locator("svg.chart[data-drawing]")).to_have_count(0)
    return page.locator(f"#chart-{charts[-1].name} svg.chart")


def file_of(page: Page, chart: Chart) -> ET.Element:
    with page.expect_download() as held:
        page.locator(f"#chart-{chart.name}").get_by_role("link", name="SVG").click()
    assert held.value.suggested_filename == f"{chart.name}.svg"
    return ET.parse(held.value.path()).getroot()  # noqa: S314


def test_all_are_drawn_under_the_policy_with_hostile_text_as_text(page: Page) -> None:
    draw(page, *CHARTS)
    assert page.evaluate("refused") == []
    assert page.locator("main script").count() == 0
    for chart in CHARTS:
        drawn = page.locator(f"#chart-{chart.name} svg.chart")
        assert HOSTILE in (drawn.text_content() or "")
        expect(drawn).to_have_accessible_name(chart.title)


def test_its_file_is_self_contained_in_light_colours(page: Page) -> None:
    page.emulate_media(color_scheme="dark")
    draw(page, *CHARTS)
    for chart in CHARTS:
        root = file_of(page, chart)
        assert root.tag == f"{SVG}svg"
        assert root.findtext(f"{SVG}title") == chart.title
        assert root.find(f"{SVG}style") is None
        every = list(root.iter())
        assert any(HOSTILE in (each.text or "") for each in every)
        assert not {"class", "tabindex", "href", "style"} & set().union(
            *(each.keys() for each in every)
        )
        assert not any(
            "var(" in value for each in every for value in each.attrib.values()
        )
        assert not any(each.tag == f"{SVG}a" for each in every)
        inks = {each.get("fill") for each in every if each.tag == f"{SVG}text"}
        assert inks <= {"rgb(30, 28, 24)", "rgb(87, 82, 72)", None}
        assert root.findall(f"{SVG}g")[0].get("fill") == "rgb(30, 28, 24)"
    assert page.evaluate("refused") == []


def test_its_texts_are_inside_the_drawing(page: Page) -> None:
    for chart in CHARTS:
        drawn = draw(page, chart)
        whole = drawn.bounding_box()
        assert whole is not None
        for text in drawn.locator("text").all():
            box = text.bounding_box()
            assert box is not None
            assert box["x"] >= whole["x"] - 1, text.text_content()
            assert box["y"] >= whole["y"] - 1, text.text_content()
            assert box["y"] + box["height"] <= whole["y"] + whole["height"] + 1


def test_marks_say_what_they_are(page: Page) -> None:
    scatter, curves, intervals, matrix = (draw(page, each) for each in CHARTS)
    draw(page, *CHARTS)
    titles = scatter.locator(".dots title").all_text_contents()
    assert titles == [f"{HOSTILE}, RAG: 0.2500 and 0.5000", "b, AG: 0.9000 and 0.1000"]
    first = curves.locator(".place.s1 title").all_text_contents()
    assert len(first) == 2  # the third is undefined
    assert first[0] == f"{HOSTILE}, 2: 0.5000 (0.2500 to 0.7500)"
    line = curves.locator(".line.s1 path").get_attribute("d") or ""
    assert line.count("M") == 1
    assert intervals.locator(".dot title").count() == 2  # the third has no value
    assert matrix.locator(".cells title").count() == 4


def test_overlapping_brackets_are_side_by_side(page: Page) -> None:
    rows = [Interval(str(n), 0.5) for n in range(4)]
    groups = [NeighbourGroup(0, 1), NeighbourGroup(0, 2), NeighbourGroup(2, 3)]
    chart = IntervalChart(name="a", title="a", axis=Axis("a"), rows=rows, groups=groups)
    lanes = draw(page, chart).locator(".bracket")
    paths = [lane.get_attribute("d") or "" for lane in lanes.all()]
    assert [path.count("M") for path in paths] == [2, 1]


@pytest.mark.parametrize(
    "ends", [(0.5, 0.5, 0.501, 0.9, 0.502), (0, 0, 0, 0), (1, 1, 1, 0.99)]
)
def test_names_of_curves_do_not_overlap(page: Page, ends: tuple[float, ...]) -> None:
    curves = [
        Curve(f"c{n}", [CurvePoint(1, 0.2), CurvePoint(2, y)])
        for n, y in enumerate(ends)
    ]
    chart = Curves(
        name="many", title="many", x=Axis("x"), y=Axis("y", 0, 1), curves=curves
    )
    drawn = draw(page, chart)
    boxes = [each.bounding_box() for each in drawn.locator(".label").all()]
    tops = sorted(box["y"] for box in boxes if box)
    assert len(tops) == len(ends)
    assert all(below - above >= 12 for above, below in pairwise(tops))
    whole = drawn.bounding_box()
    assert whole is not None
    assert whole["y"] <= tops[0]
    assert tops[-1] + 15 <= whole["y"] + whole["height"] - 40  # above the axis's words


def test_a_name_is_at_its_own_end_if_no_other_is(page: Page) -> None:
    curves = [
        Curve(str(y), [CurvePoint(1, 0.2), CurvePoint(2, y)])
        for y in (0.1, 0.1, 0.1, 0.9)
    ]
    chart = Curves(name="a", title="a", x=Axis("x"), y=Axis("y", 0, 1), curves=curves)
    drawn = draw(page, chart)
    name = drawn.locator(".label", has_text="0.9").bounding_box()
    end = drawn.locator(".place.s4 > *").last.bounding_box()
    assert name is not None
    assert end is not None
    assert abs(middle(name) - middle(end)) < 2
    assert drawn.locator(".end").count() == len(curves)  # the shape and colour of each


def middle(box: FloatRect) -> float:
    return box["y"] + box["height"] / 2


def test_a_row_without_a_value_says_so(page: Page) -> None:
    drawn = draw(page, CHARTS[2])
    expect(drawn.locator("text", has_text="–")).to_have_text("–c: undefined")


def test_long_names_keep_their_ends(page: Page) -> None:
    rows = [Interval(f"{'a-group-with-a-long-name-' * 2}{n}", 0.5) for n in range(3)]
    drawn = draw(page, IntervalChart(name="a", title="a", axis=Axis("a"), rows=rows))
    names = drawn.locator("text", has_text="…").all_text_contents()
    assert [name[-1] for name in names] == ["0", "1", "2"]


def test_a_column_has_its_whole_name_in_two_lines(page: Page) -> None:
    grades = ["0 Irrelevant", "3 Highly relevant", "4 Perfectly relevant"]
    chart = MatrixChart(
        name="m",
        title="m",
        down="ada",
        across="bea",
        rows=grades,
        columns=grades,
        cells=[[1, 2, 3]] * 3,
    )
    names = draw(page, chart).locator("g.tick").first.locator("text")
    said = [name.replace(" ", "") for name in names.all_text_contents()]
    assert said == [grade.replace(" ", "") for grade in grades]


def test_a_number_that_is_none_is_not_drawn(page: Page) -> None:
    points = [ScatterPoint(math.nan, 0.5, ("a",)), ScatterPoint(0.5, 0.5, ("b",))]
    chart = Scatter(name="p", title="p", x=Axis("x"), y=Axis("y"), points=points)
    expect(draw(page, chart).locator(".dots title")).to_have_count(1)


@pytest.mark.parametrize("chart", CHARTS, ids=lambda chart: chart.kind)
def test_the_ring_of_the_keys_lies_on_its_mark(page: Page, chart: Chart) -> None:
    drawn = draw(page, chart)
    page.locator(".charted .scroll").first.focus()
    page.keyboard.press("Tab")
    for key in ("ArrowRight", "ArrowDown", "End", "Home"):
        chosen = drawn.locator(".chosen")
        expect(chosen).to_be_focused()
        says = chosen.get_attribute("aria-label") or ""
        expect(page.locator(".told")).to_have_text(says)
        marks = drawn.locator("g:not(.over) > * > title")
        mark = marks.get_by_text(says, exact=True).locator("..").last
        at, ring = mark.bounding_box(), chosen.bounding_box()
        assert at is not None
        assert ring is not None
        assert abs(at["x"] - ring["x"]) < 2, says
        assert abs(at["y"] - ring["y"]) < 2, says
        page.keyboard.press(key)


def test_a_second_click_gives_the_same_chart(page: Page) -> None:
    draw(page, *CHARTS)
    for _ in range(2):
        root = file_of(page, CHARTS[-1])
        assert root.findtext(f"{SVG}title") == CHARTS[-1].title


def test_without_script_words_replace_it(
    chromium: Browser, live_server: LiveServer
) -> None:
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    chart = render_to_string("assess/analysis/charts/_chart.html", {"chart": CHARTS[0]})
    style = "/static/assess/analysis/charts/charts.css"
    html = f'<link rel="stylesheet" href="{style}">{chart}'
    address = f"{live_server.url}/chart/"
    page.route(
        address, lambda route: route.fulfill(body=html, content_type="text/html")
    )
    page.goto(address)
    expect(page.locator("noscript p")).to_be_visible()
    expect(page.locator("svg.chart")).to_be_hidden()
    expect(page.get_by_role("link", name="SVG")).to_be_hidden()
    context.close()


def numbers_on(page: Page, *values: float) -> list[str]:
    points = [ScatterPoint(value, 0.5) for value in values]
    chart = Scatter(name="p", title="p", x=Axis("x"), y=Axis("y", 0, 1), points=points)
    axis = draw(page, chart).locator("g.tick:not(:has(text[transform*=rotate]))")
    return axis.first.locator("text").all_text_contents()


def test_axes_go_out_to_round_numbers(page: Page) -> None:
    assert numbers_on(page, 0.31, 0.58)[0] == "0.30"
    assert numbers_on(page, 0.31, 0.58)[-1] == "0.60"
    assert numbers_on(page, -1.0, 1.0) == ["−1.0", "−0.5", "0.0", "0.5", "1.0"]
    assert numbers_on(page, 12_000.0, 31_000.0)[1] == "15,000"
    assert numbers_on(page, 0.5)[-1] == "1.0"  # one share: from 0 to 1
    one = [float(each) for each in numbers_on(page, 7.0, 7.0)]
    assert one[0] < 7 < one[-1]
    assert math.isclose(one[0] + one[-1], 14)


def test_a_chart_without_points_is_drawn(page: Page) -> None:
    empty = Scatter(name="none", title="none", x=Axis("x"), y=Axis("y"), points=[])
    drawn = draw(page, empty)
    expect(drawn).to_have_accessible_name("none")
    expect(page.locator(".told")).to_be_hidden()  # there is nothing to tap
