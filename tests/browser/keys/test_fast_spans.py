"""Span nuggets with fast typing: keys before the next passage is loaded."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from accounts.models import User
from assess.judging.kernel.order import order_key
from assess.kinds.relevance.kind import RELEVANCE
from nuggets.models import Nugget
from nuggets.spans.items import read_page
from runs.models import Segment
from tests.browser.hands.page import held_up, hold, intercept, press, ready, saved
from tests.browser.hands.screens import DRAWN
from tests.make import make_label, make_segment
from tests.nuggets.spans.span_work import Marking, make_marking

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]

PASSAGES = re.compile(r"/work/[^/]+/spans/[^/]+/$")
API = "**/api/work/**"
REFUSED = "Another page is loading. Esc stays here."
LATE = "The passage cannot be loaded yet: it is tried again by itself."


@pytest.fixture
def made(transactional_db: None, ada: User) -> Marking:
    """Make the marking of three passages, in reading order."""
    made = make_marking(ada)
    third = make_segment(made.track, "doc#3", "Skates are sharp. Ice is not.")
    make_label(RELEVANCE, made.machine, made.topic, third, value="3")
    relevant, seed = [*made.segments[:2], third], made.work.seed
    relevant.sort(key=lambda one: order_key(seed, one.uuid))
    return made._replace(segments=relevant)


@pytest.fixture
def page(made: Marking, open_page: Callable[[str], Page]) -> Page:
    page = open_page(f"/work/{made.work.uuid}/spans/")
    ready(page)
    return page


def at(page: Page, number: int, nuggets: int) -> None:
    words = f"passage {number} of 3 · {nuggets} nugget{'' if nuggets == 1 else 's'}"
    expect(page.locator("#position")).to_have_text(words)


def says(page: Page, words: str | re.Pattern[str]) -> None:
    expect(page.locator("#say")).to_have_text(words)


def same(page: Page, made: Marking) -> None:
    """Check that the page shows the database's content."""
    uuid = page.get_attribute("#sheet", "data-segment") or ""
    segment = Segment.objects.get(uuid=uuid)
    shown = read_page(made.work, made.bank, made.version, segment.uuid)
    texts = [row.text for row in shown.rows]
    expect(page.locator("#made .text")).to_have_text(texts)
    expect(page.locator("#passage")).to_have_text(segment.text, use_inner_text=False)
    at(page, shown.passage.row.number if shown.passage else 0, len(made.spans()))


def on_the_second(page: Page) -> None:
    press(page, "]")
    expect(page.locator("#position")).to_contain_text("passage 2 of 3")
    ready(page)


@pytest.fixture
def held(page: Page) -> list[Route]:
    """Return the requests for passages, in order; none gets a response."""
    return hold(page, PASSAGES)


def to_the_first(page: Page, held: list[Route]) -> Route:
    """Go to the second passage, and request the first; return its request."""
    press(page, "]")  # prefetched; then the third is requested
    held_up(page, held, 1).continue_()
    expect(page.locator("#position")).to_contain_text("passage 2 of 3")
    press(page, "k [")
    return held_up(page, held, 2)


@pytest.mark.parametrize("keys", ["ArrowDown Enter", "k x"])
def test_a_key_pressed_before_the_passage_is_there_is_refused(
    page: Page, made: Marking, held: list[Route], keys: str
) -> None:
    press(page, "ArrowDown Enter")
    saved(page)
    route = to_the_first(page, held)
    press(page, keys)
    says(page, REFUSED)
    route.continue_()
    expect(page.locator("#position")).to_contain_text("passage 1 of 3")
    page.unroute(PASSAGES)
    saved(page)
    assert Nugget.objects.count() == 1
    same(page, made)


def test_a_passage_asked_for_twice_is_refused_the_second_time(
    page: Page, held: list[Route]
) -> None:
    route = to_the_first(page, held)
    press(page, "[")
    says(page, "That passage is loading.")
    route.continue_()
    at(page, 1, 0)


def test_a_passage_that_was_overtaken_is_dropped(
    page: Page, made: Marking, held: list[Route]
) -> None:
    press(page, "]")  # prefetched; then the third is requested
    third = held_up(page, held, 1)
    expect(page.locator("#position")).to_contain_text("passage 2 of 3")
    press(page, "] [")
    held_up(page, held, 2).continue_()
    expect(page.locator("#position")).to_contain_text("passage 1 of 3")
    with page.expect_event("requestfinished"):
        third.continue_()
    page.evaluate(DRAWN)
    page.unroute(PASSAGES)
    press(page, "ArrowDown Enter")
    at(page, 1, 1)
    saved(page)
    same(page, made)


def test_the_page_read_again_after_an_undo_does_not_replace_the_next(
    page: Page, made: Marking, held: list[Route]
) -> None:
    press(page, "ArrowDown Enter u")
    again = held_up(page, held, 1)  # after the response to the undo
    press(page, "ArrowDown ]")
    expect(page.locator("#position")).to_contain_text("passage 2 of 3")
    with page.expect_event("requestfinished"):
        again.continue_()
    page.unroute(PASSAGES)
    press(page, "ArrowDown Enter")
    saved(page)
    same(page, made)
    [(docid, text, start, end)] = made.spans()
    segment = made.segments[1]
    assert docid == segment.docid
    assert text == segment.text[start:end]


def test_a_nugget_that_an_undo_may_take_is_not_removed_meanwhile(
    page: Page, made: Marking
) -> None:
    press(page, "ArrowDown Enter ArrowDown Enter")
    saved(page)
    sent = hold(page, API)
    press(page, "u x")
    says(page, "The list as undone is loading: press again then.")
    held_up(page, sent, 1)
    page.unroute(API)
    at(page, 1, 1)
    expect(page.locator("#made > .nugget")).to_have_count(1)
    press(page, "k x")
    saved(page)
    at(page, 1, 0)
    same(page, made)


def test_the_counter_follows_an_undo_over_pages(page: Page, made: Marking) -> None:
    press(page, "ArrowDown Enter ArrowDown Enter")
    on_the_second(page)
    at(page, 2, 2)
    sent = hold(page, API)
    press(page, "u")
    held_up(page, sent, 1)
    press(page, "ArrowDown Enter")
    at(page, 2, 3)
    page.unroute(API)
    at(page, 2, 2)
    saved(page)
    same(page, made)


def test_an_edit_that_the_page_brings_before_its_answer_counts_once(
    page: Page, made: Marking
) -> None:
    answers: list[Route] = []

    def do(route: Route) -> None:
        route.fetch()
        answers.append(route)

    intercept(page, API, do)
    press(page, "ArrowDown Enter")
    held_up(page, answers, 1)
    on_the_second(page)
    press(page, "[")
    expect(page.locator("#position")).to_contain_text("passage 1 of 3")
    expect(page.locator("#made > .nugget")).to_have_count(1)
    page.unroute(API)  # it is sent again, and is the same edit
    saved(page)
    at(page, 1, 1)
    same(page, made)


def test_a_passage_that_fails_leaves_the_one_that_is_there(
    page: Page, made: Marking, held: list[Route]
) -> None:
    here = page.url
    to_the_first(page, held).fulfill(status=500)
    says(page, "The passage cannot be loaded yet: try again. Your nuggets are safe.")
    page.go_back()
    held_up(page, held, 3).fulfill(status=500)
    says(page, "The passage cannot be loaded yet: try again. Your nuggets are safe.")
    expect(page).not_to_have_url(here)
    page.unroute(PASSAGES)
    press(page, "ArrowDown Enter u y")
    saved(page)
    at(page, 2, 1)
    same(page, made)


def test_a_page_that_cannot_be_read_again_is_retried_by_itself(
    page: Page, made: Marking, held: list[Route]
) -> None:
    press(page, "ArrowDown Enter u")
    held_up(page, held, 1).fulfill(status=500)
    says(page, LATE)
    page.unroute(PASSAGES)
    at(page, 1, 0)
    same(page, made)
