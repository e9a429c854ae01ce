"""Gold answers with fast typing: keys before the next passage is loaded."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from accounts.models import User
from assess.kinds.relevance.kind import RELEVANCE
from nuggets.answers.actions import Said, answer_of, save_answer
from tests.browser.hands.page import held_up, hold, press, ready, saved
from tests.make import NOW, make_label, make_segment
from tests.nuggets.answers.answer_work import Answering, act_on, make_answering

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]

PASSAGES = "**/answer/passages/**"
REFUSED = "The next passage is loading: press again then."


@pytest.fixture
def made(transactional_db: None, ada: User) -> Answering:
    """Make an answer to write next to four passages."""
    made = make_answering(ada)
    for place in (3, 4):
        segment = make_segment(made.track, f"doc#{place}", f"Passage {place}.")
        make_label(RELEVANCE, made.machine, made.topic, segment, value="1")
    return made


@pytest.fixture
def page(made: Answering, open_page: Callable[[str], Page]) -> Page:
    page = open_page(f"/work/{made.work.uuid}/answer/")
    ready(page)
    return page


@pytest.fixture
def held(page: Page) -> list[Route]:
    """Return the requests for passages, in order; none gets a response."""
    return hold(page, PASSAGES)


def ask(page: Page, held: list[Route]) -> None:
    """Request the next passage."""
    before = len(held)
    press(page, "]")
    held_up(page, held, before + 1)


def says(page: Page, words: str) -> None:
    expect(page.locator("#say")).to_have_text(words)


def at(page: Page, number: int) -> None:
    expect(page.locator(".passage-nav b")).to_have_text(str(number))


def database(made: Answering) -> tuple[str, list[str], list[str]]:
    answer = answer_of(made.work, made.bank)
    return (answer.text, answer.covered, answer.used) if answer else ("", [], [])


def drafts(page: Page, count: int) -> None:
    """Wait until the browser stores so many drafts."""
    page.wait_for_function(
        "(count) => Object.keys(localStorage)"
        ".filter((key) => key.includes('draft')).length === count",
        arg=count,
    )


@pytest.mark.parametrize("key", ["i", "p"])
def test_a_key_of_the_passage_is_refused_until_the_next_one_is_there(
    page: Page, held: list[Route], made: Answering, key: str
) -> None:
    ask(page, held)
    press(page, key)
    says(page, REFUSED)
    expect(page.locator("#text")).to_have_value("")
    expect(page.locator("#used")).to_have_text("0")
    held[0].continue_()
    at(page, 2)
    says(page, "")
    press(page, key)
    saved(page)
    uuid = page.get_attribute("#passage", "data-uuid")
    assert database(made)[2] == [uuid]


def test_each_press_goes_one_passage_on_though_none_has_come_yet(
    page: Page, held: list[Route], made: Answering
) -> None:
    ask(page, held)
    ask(page, held)
    ask(page, held)
    press(page, "i")
    says(page, REFUSED)
    for route in reversed(held):
        with page.expect_event("requestfinished"):
            route.continue_()
    at(page, 4)
    docid = page.get_attribute("#passage", "data-docid")
    press(page, "i")
    expect(page.locator("#text")).to_have_value("[\u20604]")
    saved(page)
    assert database(made)[0] == f"[{docid}]"


def test_a_passage_that_fails_is_said_and_can_be_asked_for_again(
    page: Page, held: list[Route]
) -> None:
    ask(page, held)
    held[0].fulfill(status=500)
    says(page, "The passage cannot be loaded: try again.")
    at(page, 1)
    press(page, "p")
    expect(page.locator("#used")).to_have_text("1")
    ask(page, held)
    held[1].continue_()
    at(page, 2)
    says(page, "")


def test_nuggets_are_ticked_and_text_is_written_while_a_passage_comes(
    page: Page, held: list[Route], made: Answering
) -> None:
    ask(page, held)
    press(page, "x Enter")
    page.keyboard.type("Written.")
    held[0].continue_()
    at(page, 2)
    expect(page.locator("#text")).to_be_focused()
    press(page, "Escape")
    saved(page)
    assert database(made) == ("Written.", [str(made.nuggets[0].uuid)], [])


@pytest.mark.parametrize("keys", ["p p", "i u", "x u"])
def test_an_answer_that_was_taken_back_leaves_no_draft(
    page: Page, made: Answering, keys: str
) -> None:
    press(page, keys)
    drafts(page, 0)
    said = Said("Written on another day.")
    save_answer(made.work, made.bank, said, act=act_on(), now=NOW)
    page.reload()
    expect(page.locator("#text")).to_have_value(said.text)
    expect(page.locator("#both")).to_be_hidden()


def test_what_is_taken_back_during_its_save_is_saved_as_taken_back(
    page: Page, made: Answering
) -> None:
    hold(page, "**/api/work/**")
    with page.expect_request("**/api/work/**"):
        press(page, "x")
    press(page, "x")
    drafts(page, 1)
    page.unroute("**/api/work/**")  # lets them go
    saved(page)
    assert database(made) == ("", [], [])
    drafts(page, 0)
