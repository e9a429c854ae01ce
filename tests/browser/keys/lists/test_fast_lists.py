"""Lists and texts with fast typing: what all rows of LISTS share.

Features of only one of them are tested in its own tests/browser/keys/test_fast_*.py.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.hands.lists import LEAVING, LISTS, Desk, says
from tests.browser.hands.page import held_up, hold, press, saved
from tests.browser.hands.screens import DRAWN, Leaving

pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]

API = "**/api/work/**"
LIST = re.compile(r"//[^/]+/work/[^/]+/subnarratives/\?on=")
# Press every act of the page that is not free; return the response to each.
PRESS_ALL = """(free) => {
  const say = document.getElementById("say");
  const name = (button) => button.dataset.act ?? button.value;
  const all = [...document.querySelectorAll("[data-act], button[name=action]")];
  const acts = all.filter((each) => each.getClientRects().length);
  return acts.filter((each) => !free.includes(name(each))).map((each) => {
    say.textContent = "";
    each.click();
    return [name(each), say.textContent];
  });
}"""
every_list = pytest.mark.parametrize("desk", LISTS, indirect=True)
on_subnarratives = pytest.mark.parametrize("desk", ["subnarratives"], indirect=True)


@every_list
def test_a_double_click_deletes_one(desk: Desk) -> None:
    before = len(desk.made.stored())
    desk.page.locator(desk.kind.button).dblclick()
    desk.shows(before - 1)
    says(desk.page, "A double click counts once.")
    saved(desk.page)
    desk.same(desk.page.locator(desk.kind.rows).all_inner_texts())
    assert len(desk.made.stored()) == before - 1


@every_list
def test_a_held_key_deletes_one(desk: Desk) -> None:
    before = len(desk.made.stored())
    for _ in range(4):
        desk.page.keyboard.down("x")  # then it repeats
    desk.page.keyboard.up("x")
    desk.shows(before - 1)
    saved(desk.page)
    assert len(desk.made.stored()) == before - 1


@every_list
def test_undone_twice_two_edits_are_as_they_were(desk: Desk) -> None:
    before = desk.page.locator(desk.kind.rows).all_inner_texts()
    press(desk.page, f"{desk.kind.two} u u")
    desk.same(before)


@every_list
def test_any_act_is_refused_while_the_list_is_left(desk: Desk) -> None:
    sent = hold(desk.page, API)
    press(desk.page, f"{desk.kind.edit} d")
    held_up(desk.page, sent, 1)
    shown = desk.page.locator(desk.kind.rows).all_inner_texts()
    answers = desk.page.evaluate(PRESS_ALL, list(desk.kind.free))
    assert answers
    assert answers == [[act, LEAVING] for act, _said in answers]
    press(desk.page, "Escape")
    says(desk.page, "You stay here.")
    desk.page.unroute(API)
    desk.same(shown)


@every_list
def test_each_key_is_refused_while_the_page_that_ends_the_work_opens(
    desk: Desk,
) -> None:
    before = desk.made.stored()
    leaving = Leaving(desk.page, desk.kind.button)
    press(desk.page, "d")
    leaving.is_refused_each_key()
    assert desk.made.stored() == before


@on_subnarratives
def test_a_box_is_not_saved_while_the_list_is_left(desk: Desk) -> None:
    before = desk.made.stored()
    sent = hold(desk.page, API)
    press(desk.page, "v n")
    desk.page.keyboard.type("one more")
    held_up(desk.page, sent, 1)
    desk.page.evaluate("document.getElementById('done').click()")
    press(desk.page, "Enter")
    says(desk.page, LEAVING)
    expect(desk.page.locator("#box-words")).to_have_value("one more")
    sent[0].continue_()
    desk.page.wait_for_selector("text=Is this list done?")
    assert desk.made.stored() == before


@on_subnarratives
def test_an_answer_that_was_overtaken_is_dropped(desk: Desk) -> None:
    page = desk.page
    lists = hold(page, LIST)
    press(page, "v")
    late = held_up(page, lists, 1).fetch()  # the list as it is now
    press(page, "o")
    held_up(page, lists, 2).continue_()
    with page.expect_event("requestfinished"):
        lists[0].fulfill(response=late)
    page.evaluate(DRAWN)
    expect(page.locator("#parts .importance").first).to_have_text("okay")
    page.reload()
    expect(page.locator("#parts .importance").first).to_have_text("okay")
