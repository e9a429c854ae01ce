"""Reviewing a topic's sub-narratives in a real browser, by keys alone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from runs.actions.subnarrative_rows import revision_of, rows_of
from tests.assess.kinds.subnarratives.reviews import TEXTS
from tests.browser.hands.page import ready
from tests.browser.kinds.subnarratives.desk import Desk, other_window

pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]


def test_the_whole_review_goes_by_keyboard(desk: Desk) -> None:
    one, _two, three = TEXTS
    desk.chosen(one)
    desk.type("v ArrowDown o")
    desk.write("e", "what helps, 1 v x u")
    desk.shows(one, "what helps, 1 v x u", three)
    desk.chosen("what helps, 1 v x u")
    desk.write("n", "where ice starts")
    desk.chosen("where ice starts")
    desk.type("Shift+ArrowUp Shift+ArrowUp v")
    desk.shows("where ice starts", one, "what helps, 1 v x u", three)
    desk.type("ArrowDown x")
    desk.chosen("what helps, 1 v x u")
    expect(desk.page.locator("[data-count=unset]")).to_have_text("1")
    assert desk.page.get_attribute("html", "data-key-conflicts") is None
    desk.type("d")
    desk.page.wait_for_selector("text=1 sub-narrative has no importance")
    assert [(row.text, row.importance) for row in rows_of(desk.made.topic)] == [
        ("where ice starts", "vital"),
        ("what helps, 1 v x u", "okay"),
        (three, ""),
    ]
    desk.type("Enter")
    desk.page.wait_for_selector("#parts input:focus")
    desk.type("d")
    desk.page.wait_for_selector("text=1 sub-narrative has no importance")
    desk.type("f")
    desk.page.wait_for_selector("button:has-text('Open it again')")
    desk.made.work.refresh_from_db()
    assert desk.made.work.finished_at is not None


def test_undo_and_redo_go_on_after_a_reload(desk: Desk) -> None:
    one, two, three = TEXTS
    desk.type("x")
    desk.type("o")
    desk.shows(two, three)
    desk.saved()
    desk.page.reload()
    ready(desk.page)
    desk.type("u")
    expect(desk.page.locator("[data-count=okay]")).to_have_text("0")
    desk.type("u")
    desk.shows(one, two, three)
    desk.chosen(one)
    desk.type("u")
    expect(desk.page.locator("#live")).to_have_text("Nothing to undo.")
    desk.type("y")
    desk.shows(two, three)
    desk.saved()
    assert desk.texts == [two, three]


def test_dropping_what_one_ticked_warns_with_the_count(desk: Desk) -> None:
    desk.type("ArrowUp x")
    box = desk.page.locator("#box")
    expect(box).to_contain_text("You ticked it in 2 of your grades")
    desk.type("Escape")
    desk.chosen(TEXTS[2])
    desk.type("x Enter")
    desk.shows(*TEXTS[:2])
    desk.saved()
    assert desk.texts == list(TEXTS[:2])


def test_words_that_are_there_already_are_refused_at_once(desk: Desk) -> None:
    desk.write("e", f'  "{TEXTS[1].upper()}" ')
    expect(desk.page.locator("#box-error")).to_contain_text("in these words already")
    desk.type("Escape")
    desk.shows(*TEXTS)
    desk.chosen(TEXTS[0])
    assert revision_of(desk.made.topic) == 1


def test_the_mouse_does_it_too(desk: Desk) -> None:
    page = desk.page
    page.get_by_text(TEXTS[1]).click()
    page.get_by_role("button", name="vital").click()
    page.get_by_role("button", name="edit").click()
    page.fill("#box-words", "clicked")
    page.get_by_role("button", name="Save").click()
    desk.saved()
    assert rows_of(desk.made.topic)[1][1:] == ("clicked", "vital")
    page.get_by_role("button", name="drop").click()
    desk.type("Space Enter Escape")
    desk.shows(TEXTS[0], TEXTS[2])
    desk.chosen(TEXTS[2])


def test_typing_in_the_box_does_nothing_else(desk: Desk) -> None:
    desk.type("n")
    desk.page.wait_for_selector("#box-words:focus")
    desk.page.keyboard.type("1 v o x u d")
    desk.type("Escape n")
    expect(desk.page.locator("#box-words")).to_have_value("1 v o x u d")
    desk.page.get_by_role("link", name="Discard").click()
    desk.type("n")
    expect(desk.page.locator("#box-words")).to_have_value("")
    desk.type("Escape")
    desk.shows(*TEXTS)
    assert revision_of(desk.made.topic) == 1


def test_it_is_done_without_script(desk: Desk) -> None:
    with other_window(desk, java_script_enabled=False) as page:
        page.get_by_role("button", name="vital", exact=False).first.click()
        page.get_by_role("button", name="new below").click()
        page.fill("#box-words", "by hand")
        page.get_by_role("button", name="Add").click()
        page.get_by_role("button", name="down").click()
        page.get_by_text(TEXTS[2]).click()
        page.get_by_role("button", name="drop").click()
        page.get_by_role("button", name="Drop it").click()
        page.get_by_role("button", name="undo").click()
        page.get_by_role("link", name="Done").click()
        page.get_by_role("button", name="Finish the review").click()
        expect(page.locator("main")).to_contain_text("no longer changes the list")
    one, two, three = TEXTS
    assert desk.texts == [one, two, "by hand", three]


def test_a_narrow_screen_fits(desk: Desk) -> None:
    desk.page.set_viewport_size({"width": 320, "height": 700})
    desk.type("e")
    expect(desk.page.locator("#box-words")).to_be_focused()
    assert desk.page.evaluate("document.documentElement.scrollWidth") <= 320
