"""Nuggets from the passages next to the list, in a real browser."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Error, expect

from accounts.models import User
from assess.judging.kernel.sentences import sentences
from nuggets.models import NuggetSource
from tests.browser.hands.nugget_list import focus_is_on, focused, settled
from tests.browser.hands.page import held_up, hold, press, turned
from tests.nuggets.editing.post_edit import (
    TEXTS,
    PostEdit,
    make_post_edit,
    texts_of,
)

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page, Route

pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]


@pytest.fixture
def made(transactional_db: None, ada: User) -> PostEdit:
    made = make_post_edit(ada)
    made.segments[0].text = "🧊 Ice floats. It melts. It melts. Late."
    made.segments[0].save(update_fields=["text"])
    return made


@pytest.fixture
def page(made: PostEdit, open_page: Callable[[str], Page]) -> Page:
    return open_page(f"/work/{made.work.uuid}/nuggets/")


def test_choosing_a_nugget_brings_its_source_forward(
    page: Page, made: PostEdit
) -> None:
    press(page, "ArrowDown ArrowDown")
    source = made.segments[2]
    page.wait_for_selector(f"#passage[data-uuid='{source.uuid}'] mark:has-text('lift')")
    assert focused(page) == TEXTS[2]


def test_choosing_a_sentence_by_mouse_offers_a_nugget(
    page: Page, made: PostEdit
) -> None:
    segment = made.segments[0]
    page.locator(".sentence", has_text="It melts.").nth(1).click()
    page.click("button:has-text('Make a nugget of this')")
    settled(page, 1)
    source = NuggetSource.objects.get(nugget__text="It melts.")
    assert (source.segment, source.start, source.end) == (segment, 24, 33)
    press(page, "p")
    page.wait_for_selector("input[name=span]:focus")
    press(page, "Escape")
    focus_is_on(page, "It melts.")


def test_several_sentences_or_dragged_words_are_one_nugget(
    page: Page, made: PostEdit
) -> None:
    page.locator(".sentence", has_text="Ice floats.").click()
    press(page, "Shift+ArrowDown Shift+ArrowDown Shift+ArrowUp Enter")
    settled(page, 1)
    assert focused(page) == "🧊 Ice floats. It melts."
    assert texts_of(made.version)[0] == TEXTS[0]
    last = page.locator(".sentence", has_text="Late")
    expect(last).to_be_visible()
    last.dblclick(position={"x": 8, "y": 8})
    page.click("button:has-text('Make a nugget of this')")
    settled(page, 2)
    source = NuggetSource.objects.get(nugget__text="Late")
    assert (source.start, source.end) == (34, 38)


def test_enter_makes_a_nugget_of_words_chosen_by_mouse(
    page: Page, made: PostEdit
) -> None:
    page.locator(".sentence", has_text="Late").dblclick()
    expect(offered(page)).to_be_visible()
    press(page, "Enter")
    settled(page, 1)
    source = NuggetSource.objects.get(nugget__text="Late")
    assert (source.start, source.end) == (34, 38)
    expect(offered(page)).to_be_hidden()


@pytest.fixture
def held(page: Page) -> list[Route]:
    """Return the requests for passages, in order; none gets a response."""
    return hold(page, "**/nuggets/passages/**")


def offered(page: Page) -> Locator:
    return page.get_by_role("button", name="Make a nugget of this")


def answer(page: Page, held: list[Route]) -> None:
    """Release the passage that was requested last."""
    held_up(page, held, 1)
    with page.expect_response("**/nuggets/passages/**") as came:
        held.pop().continue_()
    came.value.finished()
    turned(page)


def to_the_third(page: Page) -> None:
    with page.expect_request("**/nuggets/passages/**"):
        press(page, "ArrowDown ArrowDown")


def test_chosen_words_stay_though_another_passage_comes(
    page: Page, made: PostEdit, held: list[Route]
) -> None:
    to_the_third(page)
    page.locator(".sentence", has_text="floats").dblclick()
    expect(offered(page)).to_be_visible()
    answer(page, held)
    expect(offered(page)).to_be_visible()
    first, third = made.segments[0].uuid, made.segments[2].uuid
    expect(page.locator("#passage")).to_have_attribute("data-uuid", str(first))
    with page.expect_request("**/nuggets/passages/**"):
        press(page, "Escape")
    answer(page, held)
    expect(page.locator("#passage")).to_have_attribute("data-uuid", str(third))
    expect(offered(page)).to_be_hidden()


def test_words_that_were_left_hold_no_passage_back(
    page: Page, made: PostEdit, held: list[Route]
) -> None:
    page.locator(".sentence", has_text="floats").dblclick()
    expect(offered(page)).to_be_visible()
    page.locator("[name=nugget]").first.focus()
    to_the_third(page)
    answer(page, held)
    third = str(made.segments[2].uuid)
    expect(page.locator("#passage")).to_have_attribute("data-uuid", third)


def test_words_chosen_while_a_nugget_is_being_made_are_the_next_one(
    page: Page, made: PostEdit, held: list[Route]
) -> None:
    page.locator(".sentence").nth(0).click()
    with page.expect_request("**/nuggets/passages/**"):
        press(page, "Enter")
    settled(page, 1)
    page.locator(".sentence").nth(1).click()
    *given_up, wanted = held
    for route in given_up:
        with contextlib.suppress(Error):
            route.continue_()
    with page.expect_response("**/nuggets/passages/**") as came:
        wanted.continue_()
    came.value.finished()
    turned(page)
    offered(page).click()
    settled(page, 2)
    text = made.segments[0].text
    made_of = NuggetSource.objects.exclude(start=None).values_list("start", "end")
    assert sorted(made_of) == list(sentences(text))[:2]
