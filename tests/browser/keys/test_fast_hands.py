"""A key acts once on what was visible when it was pressed, or is visibly refused.

The matrix of the screens on which items are labelled one by one: a new screen is a row
of SCREENS in tests/browser/hands/screens.py. Lists have theirs in hands/lists.py.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.hands.held_responses import Holding
from tests.browser.hands.page import held_up, press, ready, saved, with_clock
from tests.browser.hands.screens import (
    LABELS,
    ONE_PAGE,
    PAGES,
    VALUE,
    Sit,
    every_screen,
    screens,
    screens_of_pages,
    turning_screens,
)

pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]

SHEETS = ("assignment", "support", "support over a model's", "ptkb", "exam")
every_sheet = screens(SHEETS)
sheets_of_pages = screens(kind for kind in SHEETS if kind not in ONE_PAGE)


@every_screen
def test_a_label_undone_while_the_next_page_comes_is_undone_and_stays(
    sit: Sit, kind: str
) -> None:
    hands = sit(kind)
    held = hands.begin()
    hands.leave()
    item = hands.given[-1]
    press(hands.page, "u")
    hands.says("Undone: ")
    del hands.expected[item]
    hands.let_in(held)
    assert hands.in_hand() == item
    assert hands.label(hands.other)
    hands.as_expected()


@every_screen
def test_each_key_is_refused_while_the_page_that_ends_the_work_opens(
    sit: Sit, kind: str
) -> None:
    hands = sit(kind)
    hands.begin().open()
    leaving = hands.leave_all()
    last = hands.page.url
    leaving.is_refused_each_key()
    hands.as_given({hands.first, *hands.others, last})


def test_an_item_whose_end_does_not_open_may_be_labelled_again(sit: Sit) -> None:
    hands = sit("relevance")
    with with_clock(hands.page) as hands.page:
        hands.begin().open()
        end = hands.leave_all().end
        held_up(hands.page, end, 1).fulfill(status=204)
        hands.page.clock.run_for(21_000)
        hands.says("cannot be loaded yet: it opens by itself")
        press(hands.page, "u")
        expect(hands.page.locator("#sheet .labels [aria-pressed=true]")).to_have_count(
            0
        )
        del hands.expected[hands.given[-1]]
        assert hands.label(hands.other)
        saved(hands.page)
        (_address, item), value = hands.given[-1], list(hands.expected.values())[-1]
        assert hands.page.evaluate(LABELS) == {item: value}


@every_screen
def test_undone_twice_an_item_is_as_it_was(sit: Sit, kind: str) -> None:
    hands = sit(kind)
    hands.begin().open()
    assert hands.label(hands.one)
    (item,) = hands.given
    hands.go_back_to(item)
    assert hands.label(hands.other)
    if kind not in ONE_PAGE:
        if hands.is_sheet:
            press(hands.page, "ArrowRight")
        hands.at(hands.second)
    held = Holding(hands.page, "*/work/*", PAGES)
    press(hands.page, "u u")
    held.open()
    hands.says("Undone: ")
    hands.at(hands.first)
    hands.expected.clear()
    hands.as_expected()


@screens_of_pages
def test_undone_twice_from_elsewhere_labels_of_two_pages_are_as_they_were(
    sit: Sit, kind: str
) -> None:
    hands = sit(kind)
    hands.begin().open()
    assert hands.label(hands.one)
    if hands.is_sheet:
        press(hands.page, "ArrowRight")
    hands.at(hands.second)
    third = hands.then()
    assert hands.label(hands.one)
    if not hands.is_sheet:
        hands.at(third)
        hands.step("ArrowLeft", hands.second)
    hands.step("ArrowLeft", hands.first)
    held = Holding(hands.page, "*/work/*", PAGES)
    press(hands.page, "u u")
    held.open()
    expect(hands.page.locator("#position")).to_contain_text(re.compile(r"\b0 "))
    hands.at(hands.first)
    hands.says("Undone: ")
    hands.expected.clear()
    hands.as_expected()


@every_screen
def test_a_double_click_labels_one_item(sit: Sit, kind: str) -> None:
    hands = sit(kind)
    hands.begin().open()
    item, value = hands.in_hand(), hands.page.evaluate(VALUE, hands.one)
    hands.page.locator(f"#sheet button[data-key~='{hands.one}']").dblclick()
    hands.expected[item] = value
    if not hands.is_sheet:
        hands.at(hands.second)
    expect(hands.page.locator("button:focus")).to_have_count(0)  # nor does Enter
    hands.as_expected()


@turning_screens
def test_a_held_key_labels_one_item(sit: Sit, kind: str) -> None:
    hands = sit(kind)
    hands.begin().open()
    ready(hands.page)
    item = hands.in_hand()
    hands.expected[item] = hands.page.evaluate(VALUE, hands.one)
    hands.page.keyboard.down(hands.one)
    if not hands.is_sheet:
        hands.at(hands.second)
    for _ in range(3):
        hands.page.keyboard.down(hands.one)  # repeats
    hands.page.keyboard.up(hands.one)
    hands.as_expected()


@screens_of_pages
def test_a_page_that_fails_is_reported_and_the_current_one_takes_keys(
    sit: Sit, kind: str
) -> None:
    hands = sit(kind)
    held = hands.begin()
    held.wait_for(1)
    press(hands.page, "ArrowRight")
    held.fail()
    hands.says("cannot be loaded yet")
    assert hands.page.url == hands.first
    held.open()
    assert hands.label(hands.one)
    hands.as_expected()


@every_sheet
def test_a_key_that_finds_every_item_labelled_says_so(sit: Sit, kind: str) -> None:
    hands = sit(kind)
    hands.begin().open()
    hands.label_all(hands.one)
    press(hands.page, hands.other)
    hands.says(re.compile(r"has its (label|grade)\. Enter"))
    hands.as_expected()


@sheets_of_pages
def test_an_item_clicked_while_the_next_page_comes_is_refused(
    sit: Sit, kind: str
) -> None:
    hands = sit(kind)
    held = hands.begin()
    item = hands.in_hand()
    press(hands.page, "ArrowRight")
    hands.page.locator("#sheet :is([data-lights], .nugget):not(.lit)").first.click()
    hands.says("press again then")
    assert hands.in_hand() == item
    held.open()
    hands.at(hands.second)
    assert hands.label(hands.one)
    hands.as_expected()
