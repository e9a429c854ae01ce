"""Lists with fast typing: keys before the next passage is loaded."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from nuggets.models import NuggetSource
from runs.models import Segment
from tests.browser.hands.held_responses import Holding
from tests.browser.hands.lists import LEAVING, Desk, says
from tests.browser.hands.page import held_up, hold, press, ready, saved
from tests.browser.hands.screens import DRAWN

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]

COMING = "The next passage is loading: press again then."
on_nuggets = pytest.mark.parametrize("desk", ["nuggets"], indirect=True)
on_answers = pytest.mark.parametrize("desk", ["answers"], indirect=True)
on_spans = pytest.mark.parametrize("desk", ["spans"], indirect=True)


def finish(page: Page, route: Route) -> None:
    """Let a request complete."""
    with page.expect_event("requestfinished"):
        route.continue_()
    page.evaluate(DRAWN)


@on_spans
@pytest.mark.parametrize("keys", ["u", "ArrowDown Enter"])
def test_a_key_is_refused_until_the_next_passage_is_there_and_acts_then(
    desk: Desk, keys: str
) -> None:
    page = desk.page
    before = desk.made.stored()
    held = Holding(page, "*/work/*/spans/*/")
    page.reload()
    held.wait_for(1)
    press(page, f"] {keys}")
    says(page, LEAVING)
    held.open()
    expect(page.locator("#position")).to_contain_text("passage 2 of 2 · 2 nuggets")
    press(page, keys)
    count = len(before) + (-1 if keys == "u" else 1)
    expect(page.locator("#position")).to_contain_text(f"{count} nugget")
    saved(page)
    assert len(desk.made.stored()) == count


@on_nuggets
@pytest.mark.parametrize(("way", "key"), [("", "]"), ("]", "[")])
def test_a_nugget_is_made_of_the_passage_that_was_waited_for(
    desk: Desk, way: str, key: str
) -> None:
    page = desk.page
    if way:
        with page.expect_response("**/nuggets/passages/**"):
            press(page, way)
        page.wait_for_selector(".passage-nav a[data-key='[']")
    here = page.get_attribute("#passage", "data-uuid")
    held = hold(page, "**/nuggets/passages/**")
    press(page, key)
    route = held_up(page, held, 1)
    press(page, "p Enter")  # there is no sentence yet
    desk.shows(3)
    route.continue_()
    expect(page.locator("#passage input[name=span]:focus")).to_have_count(1)
    page.unroute("**/nuggets/passages/**")
    press(page, "Enter")
    desk.shows(4)
    saved(page)
    (source,) = NuggetSource.objects.filter(start__isnull=False)
    assert str(source.segment.uuid) != here


@on_nuggets
def test_an_edit_is_undone_while_the_next_passage_comes(desk: Desk) -> None:
    page = desk.page
    here = page.get_attribute("#passage", "data-uuid")
    held = hold(page, "**/nuggets/passages/**")
    press(page, "v ]")
    route = held_up(page, held, 1)
    expect(page.locator("#editor .vital")).to_have_count(1)
    press(page, "u")
    expect(page.locator("#editor .vital")).to_have_count(0)
    finish(page, route)
    expect(page.locator("#passage")).to_have_attribute("data-uuid", str(here))
    desk.same(desk.made.stored())


@on_nuggets
@pytest.mark.parametrize(
    ("keys", "words"),
    [
        ("m", "There is none above to merge with: mark two."),
        ("x x x e", "Choose a nugget first."),
        ("p", "This passage has no text."),
    ],
)
def test_what_cannot_be_done_is_said_in_sight(
    desk: Desk, keys: str, words: str
) -> None:
    if keys == "p":
        Segment.objects.update(text="")
        desk.page.reload()
        ready(desk.page)
    press(desk.page, keys)
    says(desk.page, words)


@on_answers
@pytest.mark.parametrize("key", ["i", "p"])
def test_a_key_is_refused_until_the_passage_before_is_there(
    desk: Desk, key: str
) -> None:
    page = desk.page
    press(page, "]")
    number = page.locator(".passage-nav b")
    expect(number).to_have_text("2")
    held = hold(page, "**/answer/passages/**")
    press(page, "[")
    route = held_up(page, held, 1)
    press(page, key)
    says(page, COMING)
    expect(page.locator("#used")).to_have_text("0")
    route.continue_()
    expect(number).to_have_text("1")
    press(page, key)
    expect(page.locator("#used")).to_have_text("1")


@on_answers
def test_a_tick_is_undone_while_the_next_passage_comes(desk: Desk) -> None:
    page = desk.page
    before = desk.made.stored()
    held = hold(page, "**/answer/passages/**")
    press(page, "x ]")
    route = held_up(page, held, 1)
    desk.shows(0)
    press(page, "u")
    desk.shows(1)
    route.continue_()
    expect(page.locator(".passage-nav b")).to_have_text("2")
    desk.same(before)


@on_answers
def test_where_nothing_is_undone_the_answer_says_so(desk: Desk) -> None:
    press(desk.page, "u u")
    says(desk.page, "Nothing to undo.")
    press(desk.page, "y y")
    says(desk.page, "Nothing to do again.")
