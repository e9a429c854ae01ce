"""Sub-narratives with fast typing: keys before the response to an undo."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from accounts.models import User
from runs.actions.subnarrative_rows import rows_of
from tests.assess.kinds.subnarratives.reviews import (
    TEXTS,
    Reviewed,
    make_review,
    texts_of,
)
from tests.browser.hands.page import held_up, hold, press, ready, saved

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]

ONE, TWO, THREE = TEXTS
API = "**/api/work/*/subnarratives/"
LIST = re.compile(r"//[^/]+/work/[^/]+/subnarratives/\?on=")


@pytest.fixture
def made(transactional_db: None, ada: User) -> Reviewed:
    return make_review(ada)


@pytest.fixture
def page(made: Reviewed, open_page: Callable[[str], Page]) -> Page:
    page = open_page(f"/work/{made.work.uuid}/subnarratives/")
    ready(page)
    return page


@pytest.fixture
def held(page: Page) -> list[Route]:
    """Return the requests for steps and lists, in order; none gets a response."""
    return hold(page, API)


def answer(page: Page, held: list[Route], place: int) -> None:
    """Let one request complete and wait until the page has its response."""
    route = held_up(page, held, place + 1)
    with page.expect_response(API):
        route.continue_()


def rest(page: Page) -> None:
    """Let all through."""
    page.unroute(API)
    saved(page)


def shows(page: Page, *texts: str) -> None:
    expect(page.locator("#parts .text")).to_have_text(list(texts))


def chosen(page: Page, text: str) -> None:
    expect(page.locator(".nugget:has(input:checked) .text")).to_have_text(text)


def same(page: Page, made: Reviewed) -> None:
    """Check that the page shows the database's content."""
    rows = rows_of(made.topic)
    shows(page, *[row.text for row in rows])
    importance = page.locator("#parts .importance")
    expect(importance).to_have_text([row.importance or "–" for row in rows])


def test_the_answer_to_an_undo_does_not_move_a_choice_made_since(
    page: Page, held: list[Route], made: Reviewed
) -> None:
    press(page, "v")
    answer(page, held, 0)
    press(page, "u ArrowDown ArrowDown")
    answer(page, held, 1)
    expect(page.locator("[data-count=vital]")).to_have_text("0")
    chosen(page, THREE)
    press(page, "x")
    rest(page)
    assert texts_of(made.topic) == [ONE, TWO]
    same(page, made)


def test_an_undo_leads_to_what_it_touched_where_nothing_was_chosen_since(
    page: Page, held: list[Route], made: Reviewed
) -> None:
    press(page, "v ArrowDown u")
    answer(page, held, 0)
    answer(page, held, 1)
    chosen(page, ONE)
    rest(page)
    same(page, made)


def test_what_was_undone_is_done_again_before_the_undo_is_answered(
    page: Page, held: list[Route], made: Reviewed
) -> None:
    press(page, "v ArrowDown v u u y")
    rest(page)
    assert [row.importance for row in rows_of(made.topic)] == ["vital", "", ""]
    same(page, made)


def test_an_answer_waits_until_the_box_is_closed(
    page: Page, held: list[Route], made: Reviewed
) -> None:
    press(page, "Shift+ArrowDown")
    answer(page, held, 0)
    press(page, "u n")
    page.keyboard.type("written ")
    answer(page, held, 1)
    page.keyboard.type("on, v x u")
    expect(page.locator("#box-words")).to_have_value("written on, v x u")
    shows(page, TWO, ONE, THREE)
    press(page, "Escape")
    shows(page, ONE, TWO, THREE)
    press(page, "n Enter")
    rest(page)
    assert "written on, v x u" in texts_of(made.topic)
    same(page, made)


def test_words_saved_while_an_answer_waits_are_not_lost(
    page: Page, held: list[Route], made: Reviewed
) -> None:
    press(page, "Shift+ArrowDown")
    answer(page, held, 0)
    press(page, "u e")
    answer(page, held, 1)
    press(page, "Control+a")
    page.keyboard.type("in other words")
    press(page, "Enter")
    rest(page)
    assert texts_of(made.topic) == ["in other words", TWO, THREE]
    same(page, made)


def test_a_list_that_cannot_be_loaded_is_asked_for_until_it_comes(
    page: Page, held: list[Route], made: Reviewed
) -> None:
    press(page, "v")
    lists = hold(page, LIST)
    held_up(page, held, 1).fulfill(status=422, json={"detail": "Not so."})
    held_up(page, lists, 1).fulfill(status=500)
    expect(page.locator("#say")).to_contain_text("tried again by itself")
    page.unroute(LIST)
    expect(page.locator("[data-count=vital]")).to_have_text("0")
    same(page, made)


def test_a_held_key_moves_a_sub_narrative_once_and_not_the_choice(
    page: Page, made: Reviewed
) -> None:
    page.keyboard.down("Shift")
    page.keyboard.down("ArrowDown")
    page.keyboard.down("ArrowDown")
    page.keyboard.up("ArrowDown")
    page.keyboard.up("Shift")
    chosen(page, ONE)
    saved(page)
    assert texts_of(made.topic) == [TWO, ONE, THREE]
    same(page, made)
