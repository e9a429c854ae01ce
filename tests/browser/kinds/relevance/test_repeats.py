"""Grades taken back, repeated and reloaded; ticks, terms and boxes."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from assess.kinds.relevance.models import RelevanceLabel
from tests.browser.hands.page import last_labels
from tests.browser.kinds.relevance.work import TEXT, Work

pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]


def test_undo_goes_back_step_by_step(work: Work) -> None:
    work.type("a b Enter")
    work.position("segment 2 of 4 · 1 graded")
    work.type("u")
    work.position("segment 1 of 4 · 0 graded")
    work.accepts("accepts 3")
    work.type("u")
    work.accepts("accepts 2")
    work.saved()
    assert work.values()[0] == ""
    assert work.ticks(0) == [0]
    work.type("u u")
    expect(work.page.locator("#say")).to_contain_text("Nothing to undo")
    work.saved()
    assert work.ticks(0) == []


def test_a_grade_is_taken_back_and_zero_is_a_grade(work: Work) -> None:
    work.type("0")
    work.position("segment 2 of 4 · 1 graded")
    work.type("ArrowLeft")
    work.position("segment 1 of 4 · 1 graded")
    work.type("Backspace")
    work.position("segment 1 of 4 · 0 graded")
    work.saved()
    assert work.values()[0] == ""


def test_the_last_grades_are_one_key_away(work: Work) -> None:
    work.type("0")
    work.position("segment 2 of 4 · 1 graded")
    work.type("a Enter")
    work.position("segment 3 of 4 · 2 graded")
    last_labels(work.page, "Shift+r")
    second, first = (work.segments[place].title for place in (1, 0))
    lines = [
        re.compile(rf"2\s+{second}\s+2\s+· 1 ticked\s+\d\d:\d\d ·\s+\d s"),
        re.compile(rf"0\s+{first}\s+1\s+\d\d:\d\d ·\s+\d s"),
    ]
    expect(work.page.locator("#recent .recents li")).to_have_text(lines)
    work.type("3 ArrowDown Enter")
    work.position("segment 1 of 4 · 2 graded")
    work.type("1")
    work.position("segment 3 of 4 · 2 graded")
    work.saved()
    assert work.values() == ["1", "2", "–", "–"]


def test_ticks_and_place_are_there_after_a_reload(work: Work) -> None:
    work.type("0")
    work.position("segment 2 of 4 · 1 graded")
    work.type("b c")
    work.saved()
    work.page.reload()
    work.position("segment 2 of 4 · 1 graded")
    work.accepts("accepts 3")
    work.page.goto(work.page.url.split("/relevance/")[0] + "/")
    work.position("segment 2 of 4 · 1 graded")
    work.type("4")
    work.position("segment 3 of 4 · 2 graded")
    work.type("ArrowLeft")
    work.position("segment 2 of 4 · 2 graded")
    work.saved()
    work.page.reload()
    expect(work.page.locator("button[aria-pressed=true][name=value]")).to_have_text(
        "4 perfectly relevant"
    )


def test_the_mouse_ticks_and_enter_still_accepts(work: Work) -> None:
    work.page.locator(".ticks input").nth(2).click()
    work.accepts("accepts 2")
    work.type("Enter")
    work.position("segment 2 of 4 · 1 graded")
    work.saved()
    assert work.values()[0] == "2"


def test_my_terms_are_marked_and_stepped_through(work: Work) -> None:
    page = work.page
    work.type("/")
    expect(page.locator("#terms")).to_be_focused()
    page.keyboard.type("salt, 1 n 2")
    expect(page.locator("#terms")).to_have_value("salt, 1 n 2")
    expect(page.locator("#hits")).to_have_text("3 hits")
    work.type("Enter")
    expect(page.locator("article h2")).to_be_focused()
    expect(page.locator("mark.mine")).to_have_text(["Salt", "Salt", "salt"])
    work.type(". . ")
    expect(page.locator("mark.here")).to_have_count(1)
    work.type(",")
    work.no_conflicts()
    work.type("1")
    work.position("segment 2 of 4 · 1 graded")
    expect(page.locator("#hits")).to_have_text("3 hits")
    work.saved()
    assert work.values() == ["1", "–", "–", "–"]
    assert work.page.text_content("#passage") == TEXT


def test_typing_in_any_box_judges_nothing(work: Work) -> None:
    page = work.page
    work.type("Shift+n")
    page.keyboard.type("1 n 2")
    expect(page.locator("#noting textarea")).to_have_value("1 n 2")
    work.type("Escape")
    page.reload()
    expect(page.locator("article h2")).to_be_focused()
    work.type("Shift+n")
    expect(page.locator("#noting textarea")).to_have_value("1 n 2")
    page.get_by_role("button", name="Discard").click()
    work.type("Shift+n")
    expect(page.locator("#noting textarea")).to_have_value("")
    work.type("Escape")
    page.focus("#terms")
    page.keyboard.type("1 a 2")
    work.type("Escape")
    work.position("segment 1 of 4 · 0 graded")
    assert not RelevanceLabel.objects.exists()
