"""Marking span nuggets in a real browser: by keys, and by the mouse."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from accounts.models import User
from assess.judging.kernel.sentences import sentences
from nuggets.models import Edit, Nugget
from runs.actions.subnarratives import name_subnarratives
from runs.models import Segment
from tests.browser.hands.page import intercept, press, retry, saved
from tests.make import NOW
from tests.nuggets.spans.span_work import Marking, make_marking, span_of

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]


@pytest.fixture
def made(transactional_db: None, ada: User) -> Marking:
    return make_marking(ada)


@pytest.fixture
def page(made: Marking, open_page: Callable[[str], Page]) -> Page:
    return open_page(f"/work/{made.work.uuid}/spans/")


def position(page: Page, words: str) -> None:
    expect(page.locator("#position")).to_have_text(words)


def with_emoji(made: Marking) -> tuple[int, Segment]:
    """Return the passage whose text has emoji and CRLF, and its place from 0."""
    found = next(one for one in made.segments if one.docid == "doc#0")
    return made.segments.index(found), found


def to_emoji(page: Page, made: Marking) -> Segment:
    place, segment = with_emoji(made)
    if place:
        press(page, "]")
    position(page, f"passage {place + 1} of 2 · 0 nuggets")
    return segment


def sentence(segment: Segment, number: int) -> tuple[str, str, int, int]:
    start, end = sentences(segment.text)[number]
    return segment.docid, segment.text[start:end], start, end


def point_at(page: Page, span: tuple[int, int]) -> tuple[float, float, float, float]:
    """Return the box of a span on the page: left, top, right, bottom."""
    box = page.evaluate(
        "async (span) => { const { rangeOf } = await import('/static/texts/spans.js');"
        " const range = rangeOf(document.getElementById('passage'), span);"
        " const box = range.getBoundingClientRect();"
        " return [box.left, box.top, box.right, box.bottom]; }",
        list(span),
    )
    left, top, right, bottom = box
    return left, top, right, bottom


def test_the_whole_job_goes_by_keys_alone(page: Page, made: Marking) -> None:
    first, second = made.segments[:2]
    press(page, "ArrowDown ArrowDown Enter")
    press(page, "ArrowUp Shift+ArrowDown Enter")
    position(page, "passage 1 of 2 · 2 nuggets")
    press(page, "]")
    position(page, "passage 2 of 2 · 2 nuggets")
    expect(page.locator("[data-focus]")).to_be_focused()
    press(page, "ArrowDown ArrowLeft Shift+ArrowRight Enter")
    saved(page)
    spans = made.spans()
    assert spans[0] == sentence(first, 1)
    start, end = sentences(first.text)[0][0], sentences(first.text)[1][1]
    assert spans[1] == (first.docid, first.text[start:end], start, end)
    docid, text, left, right = spans[2]
    assert docid == second.docid
    assert second.text[left:right] == text
    assert sentences(second.text)[0][0] < (left or 0) < (right or 0)
    assert (right or 0) < sentences(second.text)[0][1]
    assert page.get_attribute("html", "data-key-conflicts") is None
    press(page, "d")
    page.wait_for_selector("text=3 nuggets from 2 relevant passages")
    press(page, "Enter")
    page.wait_for_selector("text=Open it again")
    assert made.version.state == "frozen"


def test_a_mouse_marks_the_second_occurrence_and_words_after_emoji(
    page: Page, made: Marking
) -> None:
    segment = to_emoji(page, made)
    wanted = [span_of(segment, "water", 2), span_of(segment, "fresh water")]
    for start, end in wanted:
        left, top, right, bottom = point_at(page, (start, end))
        middle = (top + bottom) / 2
        page.mouse.move(left + 1, middle)
        page.mouse.down()
        page.mouse.move((left + right) / 2, middle)
        page.mouse.move(right - 1, middle)
        page.mouse.up()
        page.keyboard.press("Enter")
    saved(page)
    assert made.spans() == [
        ("doc#0", segment.text[start:end], start, end) for start, end in wanted
    ]


def test_a_button_makes_a_nugget_of_a_double_click(page: Page, made: Marking) -> None:
    segment = to_emoji(page, made)
    span = span_of(segment, "water", 3)
    left, top, right, bottom = point_at(page, span)
    page.mouse.dblclick((left + right) / 2, (top + bottom) / 2)
    page.click("[data-act=make]")
    saved(page)
    assert made.spans() == [("doc#0", "water", *span)]


def test_overlapping_spans_are_marked_and_numbered(page: Page, made: Marking) -> None:
    segment = to_emoji(page, made)
    press(page, "ArrowDown Enter Shift+ArrowDown Enter")
    pieces = page.locator("#passage [data-spans]")
    assert (
        pieces.evaluate_all("all => all.map(one => one.dataset.spans)")
        == [
            "1 2",
            "2",
            "2",
        ][: pieces.count()]
    )
    assert (
        page.locator("#passage [data-depth='2']").text_content()
        == sentence(segment, 0)[1]
    )
    numbers = page.locator("#made .number").all_inner_texts()
    assert numbers == ["1", "2"]
    expect(page.locator("#made .lit .number")).to_have_text("2")
    press(page, "Enter")
    expect(page.locator("#say")).to_contain_text("a nugget already")
    saved(page)
    assert Nugget.objects.count() == 2


def test_remove_undo_and_redo(page: Page, made: Marking) -> None:
    press(page, "ArrowDown Enter ArrowDown Enter")
    rows = page.locator("#made > .nugget")
    expect(rows).to_have_count(2)
    press(page, "k x")
    expect(rows).to_have_count(1)
    saved(page)
    assert [text for _docid, text, *_ in made.spans()] == [
        sentence(made.segments[0], 1)[1]
    ]
    press(page, "u")
    expect(rows).to_have_count(2)
    position(page, "passage 1 of 2 · 2 nuggets")
    press(page, "u u")
    expect(rows).to_have_count(0)
    press(page, "y")
    expect(rows).to_have_count(1)
    saved(page)
    assert len(made.spans()) == 1


def test_a_nugget_is_removed_before_the_server_knows_it(
    page: Page, made: Marking
) -> None:
    intercept(page, "**/api/**", lambda route: route.abort())
    press(page, "ArrowDown Enter x ArrowDown Enter")
    expect(page.locator("#save-state")).to_contain_text("Offline")
    page.reload()
    expect(page.locator("#made > .nugget")).to_have_count(1)
    page.unroute("**/api/**")
    retry(page)
    saved(page)
    expect(page.locator("#made > .nugget")).to_have_count(1)
    assert made.spans() == [sentence(made.segments[0], 1)]
    assert Nugget.objects.count() == 2


def test_a_list_changed_in_another_window_is_seen_first(
    page: Page, made: Marking
) -> None:
    second = page.context.new_page()
    second.goto(page.url)
    expect(second.locator("[data-focus]")).to_be_focused()
    press(page, "ArrowDown Enter")
    saved(page)
    expect(second.locator("#made > .nugget")).to_have_count(1)
    press(second, "ArrowDown ArrowDown Enter")
    saved(second)
    expect(page.locator("#made > .nugget")).to_have_count(2)
    assert len(made.spans()) == 2


def test_typing_elsewhere_marks_nothing(page: Page, made: Marking) -> None:
    press(page, "Enter x")
    expect(page.locator("#say")).to_contain_text("first")
    assert not Nugget.objects.exists()


def test_on_a_narrow_screen_the_keys_leave_the_passage_its_room(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    foot = page.locator(".frame-foot").bounding_box()
    assert foot
    assert foot["height"] < 150
    make, onward = (
        page.locator(f".labels {which}").bounding_box()
        for which in ("[data-act=make]", ".primary")
    )
    assert make
    assert onward
    assert make["x"] + make["width"] < onward["x"]
    assert onward["x"] + onward["width"] <= 390
    press(page, "ArrowDown Enter")
    expect(page.locator("#say")).to_be_visible()


def test_a_nugget_is_linked_and_mapped_by_keys(
    transactional_db: None, ada: User, open_page: Callable[[str], Page]
) -> None:
    made = make_marking(ada, profile="rag25")
    parts = [("where it starts", False), ("how thick it gets", False)]
    name_subnarratives(made.topic, parts, now=NOW)
    page = open_page(f"/work/{made.work.uuid}/spans/")
    press(page, "ArrowDown Enter ArrowDown Enter m")
    expect(page.locator("#link-other")).to_be_focused()
    press(page, "ArrowDown ArrowDown Enter")
    link = page.locator("#made .lit .link")
    expect(link).to_contain_text("same as “")
    press(page, "t b")
    expect(page.locator("#made .lit .part")).to_have_text("b")
    saved(page)
    page.reload()
    expect(page.locator("#made .link").last).to_contain_text("same as “")
    expect(page.locator("#made .part").last).to_have_text("b")
    press(page, "k m Escape u u")
    expect(page.locator("#made .link").last).to_have_text("")
    assert Edit.objects.filter(action="link").count() == 1
