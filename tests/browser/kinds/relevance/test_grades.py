"""Grading segments in a real browser, by keys alone."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from assess.judging.models import Allocation, Change
from assess.kinds.relevance.models import RelevanceLabel
from runs.models import Segment
from tests.browser.hands.page import hold
from tests.browser.kinds.relevance.work import Work

pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]


def test_ticks_propose_and_enter_accepts(work: Work) -> None:
    work.accepts("accepts nothing yet")
    work.type("a")
    work.accepts("accepts 2")
    work.type("b")
    work.accepts("accepts 3")
    work.type("c")
    work.accepts("accepts 3")
    work.type("d")
    work.accepts("accepts 4")
    expect(work.page.locator("button.proposed")).to_have_attribute("value", "4")
    work.type("b c d Enter")
    work.position("segment 2 of 4 · 1 graded")
    expect(work.page.locator("#live")).to_contain_text("segment 2 of 4. ")
    expect(work.page.locator("article h2")).to_be_focused()
    work.accepts("accepts nothing yet")
    work.type("b a Enter")
    work.position("segment 3 of 4 · 2 graded")
    work.saved()
    assert work.values() == ["2", "3", "–", "–"]
    assert work.ticks(0) == [0]
    assert work.ticks(1) == [0, 1]
    assert not Change.objects.exclude(active_ms__gte=0, active_ms__lt=60_000)


def test_enter_without_ticks_does_nothing_and_says_why(work: Work) -> None:
    work.type("Enter")
    expect(work.page.locator("#say")).to_contain_text("Nothing is ticked")
    work.position("segment 1 of 4 · 0 graded")
    assert not RelevanceLabel.objects.exists()


def test_no_word_moves_the_grades(work: Work) -> None:
    work.page.set_viewport_size({"width": 1280, "height": 800})
    first = work.page.locator(".labels button").first
    place = first.bounding_box()
    assert place
    work.type("Enter")
    expect(work.page.locator("#say")).to_contain_text("Nothing is ticked")
    assert first.bounding_box() == place
    work.type("a b")
    work.accepts("accepts 3")
    assert first.bounding_box() == place
    work.type("1")
    expect(work.page.locator("#say")).to_contain_text("segment 1: 1, ticks make 3")
    assert first.bounding_box() == place


def test_digits_grade_save_and_go_on(work: Work) -> None:
    work.type("0")
    work.position("segment 2 of 4 · 1 graded")
    expect(work.page.locator('[data-act="note"]')).to_have_text("Shift n note")
    work.type("1")
    work.position("segment 3 of 4 · 2 graded")
    work.saved()
    assert work.values() == ["0", "1", "–", "–"]
    work.no_conflicts()


def test_the_whole_work_is_done_by_keys_alone(work: Work) -> None:
    work.type("0")
    work.position("segment 2 of 4 · 1 graded")
    work.type("1")
    work.position("segment 3 of 4 · 2 graded")
    work.type("a Enter")
    work.position("segment 4 of 4 · 3 graded")
    work.type("4")
    expect(work.page.locator("h1")).to_have_text("Every segment is graded")
    work.page.wait_for_selector("button[data-key=Enter]")
    work.type("Enter")
    work.page.wait_for_url("**/")
    expect(work.page.locator("h1")).not_to_have_text("Every segment is graded")
    assert Allocation.objects.get().finished_at is not None
    assert work.values() == ["0", "1", "2", "4"]


@pytest.mark.usefixtures("one_ahead")
def test_a_key_pressed_before_the_next_segment_is_there_labels_nothing(
    work: Work,
) -> None:
    page = work.page
    held = hold(page, "**/relevance/*/")
    work.type("2")
    work.position("segment 2 of 4 · 1 graded")
    work.type("3")
    work.saved()
    expect(page.locator("#position")).to_have_text("segment 2 of 4 · 2 graded")
    work.type("0 a")
    expect(page.locator("#say")).to_contain_text("is loading")
    held[-1].continue_()
    work.position("segment 3 of 4 · 2 graded")
    work.saved()
    assert work.values()[:2] == ["2", "3"]
    assert work.ticks(1) == []
    work.type("0")
    work.saved()
    assert work.values()[:3] == ["2", "3", "0"]


def test_an_override_is_saved_at_once_and_offers_a_note(work: Work) -> None:
    work.type("a 4")
    work.position("segment 2 of 4 · 1 graded")
    work.saved()
    assert work.values()[0] == "4"
    expect(work.page.locator("#say")).to_contain_text("segment 1: 4, ticks make 2")
    offer = work.page.locator('[data-act="note"]')
    expect(offer).to_have_class("offered")
    work.type("Shift+n")
    expect(work.page.locator("#noting")).to_be_visible()
    work.page.keyboard.type("covers 1 n 2 things")
    work.type("Enter")
    expect(work.page.locator("#noting")).to_be_hidden()
    expect(offer).to_have_text("Shift n note")
    expect(work.page.locator("#say")).to_have_text("")  # the note is being sent
    work.saved()
    label = work.label(0)
    assert label
    assert label.value == "4"
    assert label.details["note"] == "covers 1 n 2 things"
    assert work.ticks(0) == [0]
    work.position("segment 2 of 4 · 1 graded")
    work.type("a 2")
    work.position("segment 3 of 4 · 2 graded")
    expect(offer).to_have_text("Shift n note")


def test_it_grades_without_script(live_server: LiveServer, work: Work) -> None:
    browser = work.page.context.browser
    assert browser
    storage: Any = work.page.context.storage_state()
    context = browser.new_context(storage_state=storage, java_script_enabled=False)
    try:
        page = context.new_page()
        page.goto(work.page.url)
        page.locator(".ticks input").nth(1).check()
        page.fill("#plain-note", "by hand")
        page.get_by_role("button", name="2 relevant", exact=True).click()
        expect(page.locator("#position")).to_have_text("segment 2 of 4 · 1 graded")
        page.get_by_role("link", name="recent").click()
        expect(page.locator(".recents li")).to_have_count(1)
    finally:
        context.close()
    assert work.values()[0] == "2"
    assert work.ticks(0) == [1]


def test_a_long_segment_opens_at_its_likeliest_paragraph(work: Work) -> None:
    rest = ["Nothing of it is here. " * 30] * 30
    wanted = f"{work.allocation.topic.text} It is told here."
    Segment.objects.filter(pk=work.segments[0].pk).update(
        text="\n\n".join([*rest[:9], wanted, *rest])
    )
    page = work.page
    page.reload()
    expect(page.locator("#say")).to_contain_text("Likely paragraph 1 of ")
    expect(page.locator("article h2")).to_be_focused()
    assert page.evaluate("document.querySelector('.frame-item').scrollTop") > 500
    work.type("Shift+f")
    expect(page.locator("#talk")).to_be_visible()
