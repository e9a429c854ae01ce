"""Keys between two pages of items act once on what was visible, or are visibly refused.

The matrix of the screens on which items are labelled one by one: a new screen is a row
of SCREENS in tests/browser/hands/screens.py. `make test` turns pages of two.
"""

from __future__ import annotations

import pytest

from tests.browser.hands.page import last_labels, press, saved
from tests.browser.hands.screens import DRAWN, Sit, screens_of_pages, turning_screens

pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]


@screens_of_pages
def test_an_act_while_the_next_page_comes_is_refused_and_then_acts_there(
    sit: Sit, kind: str
) -> None:
    hands = sit(kind)
    held = hands.begin()
    press(hands.page, "ArrowRight")
    assert not hands.label(hands.one)
    held.open()
    hands.at(hands.second)
    assert hands.label(hands.one)
    hands.as_expected()


@screens_of_pages
def test_an_act_while_the_page_before_comes_is_refused_and_then_acts_there(
    sit: Sit, kind: str
) -> None:
    hands = sit(kind)
    held = hands.begin(hands.second)
    press(hands.page, "ArrowLeft")
    assert not hands.label(hands.one)
    held.open()
    hands.at(hands.first)
    assert hands.label(hands.one)
    hands.as_expected()


@screens_of_pages
def test_a_late_page_replaces_none_at_which_its_person_stays(
    sit: Sit, kind: str
) -> None:
    hands = sit(kind)
    held = hands.begin()
    press(hands.page, "ArrowRight Escape")
    hands.says("You stay here.")
    hands.let_in(held)
    assert hands.page.url == hands.first
    assert hands.label(hands.one)
    hands.as_expected()


@turning_screens
def test_a_late_page_replaces_no_item_that_was_done_and_is_stayed_with(
    sit: Sit, kind: str
) -> None:
    hands = sit(kind)
    held = hands.begin()
    hands.leave()
    press(hands.page, "Escape")
    hands.says("You stay here.")
    hands.let_in(held)
    assert hands.page.url == hands.first
    hands.take_up()
    assert hands.label(hands.other)
    hands.as_expected()


@turning_screens
def test_who_stays_with_an_item_whose_next_page_failed_may_label_it_again(
    sit: Sit, kind: str
) -> None:
    hands = sit(kind)
    held = hands.begin()
    hands.leave()
    held.fail()
    hands.says("cannot be loaded yet: it opens by itself")
    press(hands.page, "Escape")
    hands.says("You stay here.")
    held.open()
    hands.take_up()
    assert hands.label(hands.other)
    hands.as_expected()


@screens_of_pages
def test_a_page_that_was_overtaken_is_dropped(sit: Sit, kind: str) -> None:
    hands = sit(kind)
    hands.begin(hands.second).open()
    third = hands.then()
    hands.page.goto(third)
    hands.label_all(hands.one)
    saved(hands.page)
    held = hands.begin(hands.second)
    press(hands.page, "ArrowLeft")
    last_labels(hands.page)
    press(hands.page, "Enter")  # to the label given last, on the third page
    held.release_page(third)
    hands.at(third)
    held.release_page(hands.first)
    hands.page.evaluate(DRAWN)
    hands.at(third)
    assert hands.label(hands.other)
    held.open()
    hands.as_expected()


@screens_of_pages
def test_going_back_overtakes_a_turn_under_way(sit: Sit, kind: str) -> None:
    hands = sit(kind)
    held = hands.begin(hands.second)
    third = hands.then()
    hands.leave()
    press(hands.page, "ArrowLeft")
    held.release_page(hands.first)
    hands.at(hands.first)
    held.release_page(third)
    hands.page.evaluate(DRAWN)
    hands.at(hands.first)
    assert hands.label(hands.one)
    held.open()
    hands.as_expected()


@screens_of_pages
def test_going_to_the_last_label_ends_a_turn_under_way(sit: Sit, kind: str) -> None:
    hands = sit(kind)
    held = hands.begin()
    hands.leave()
    item = hands.given[-1]
    last_labels(hands.page)
    press(hands.page, "Enter")
    hands.let_in(held)
    assert hands.in_hand() == item
    assert hands.label(hands.other)
    hands.as_expected()
