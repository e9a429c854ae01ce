"""Keys pressed offline: each label is given once, and the page goes on by itself."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from assess.judging.models import Change
from tests.browser.hands.page import intercept, press, ready
from tests.browser.rooms.seats import Seat, make_seat

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page, Route

pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]
EVERYTHING = "**/work/**"  # pages and labels
# For each screen: the key of a label, and keys of others.
SINGLE = {"relevance": ("2", "0 4 1"), "disputed_relevance": ("3", "0 4 1")}
SHEETS = {
    "assignment": ("1", "3 2"),
    "support": ("1", "3 2"),
    "support over a model's": ("1", "3 2"),
    "ptkb": ("1", "2"),
}
# For each list: an edit, one more, and how many of the person's edits arrive.
LISTS = {
    "nuggets": ("v", "o x"),
    "subnarratives": ("v", "o x"),
    "spans": ("ArrowDown Enter", "x v"),
    "answers": ("x", "x"),
}
Sit = Callable[[str], Seat]


@pytest.fixture
def sit(live_server: LiveServer, db: None, browser_context: BrowserContext) -> Sit:
    return lambda kind: make_seat(kind, live_server.url, browser_context)


def abort(route: Route) -> None:
    route.abort()


def says(page: Page, words: str | re.Pattern[str]) -> None:
    expect(page.locator("#say")).to_contain_text(words)


def all_sent(page: Page) -> None:
    page.wait_for_function(
        "() => Object.keys(localStorage).every((name) => !/outbox/.test(name))"
    )


def label_all(seat: Seat, key: str) -> int:
    """Label every item of a sheet; return how many there were."""
    count = seat.page.locator("#sheet :is(.pair, .nugget)").count()
    seat.press(" ".join([key] * count))
    expect(seat.page.locator("#sheet .lit:is(.pair, .nugget)")).to_have_count(0)
    return count


def each_label_once(seat: Seat, value: str, count: int) -> None:
    changes = Change.objects.filter(actor=seat.person).order_by("pk")
    given = [(change.version, change.before, change.after) for change in changes]
    assert given == [(1, "", value)] * count


@pytest.mark.usefixtures("one_ahead")
@pytest.mark.parametrize("kind", SINGLE)
def test_a_graded_item_takes_no_other_grade_and_the_next_opens_by_itself(
    sit: Sit, kind: str
) -> None:
    seat = sit(kind)
    page, (key, others) = seat.page, SINGLE[kind]
    first = page.url
    intercept(page, EVERYTHING, abort)
    seat.press(key)
    expect(page).not_to_have_url(first)  # it was there already
    second = page.url
    seat.press(key)
    says(page, "cannot be loaded yet")
    seat.press(others)
    says(page, "This ")
    says(page, "is done.")
    seat.press(f"{others} a h Enter")
    expect(page).to_have_url(second)
    expect(page.locator("#save-state")).to_contain_text("Offline")
    page.unroute(EVERYTHING)
    expect(page).not_to_have_url(second)
    all_sent(page)
    each_label_once(seat, key, 2)


@pytest.mark.usefixtures("one_ahead")
def test_an_item_that_is_done_takes_a_grade_once_its_person_goes_back_to_it(
    sit: Sit,
) -> None:
    seat = sit("relevance")
    page = seat.page
    first = page.url
    intercept(page, EVERYTHING, abort)
    seat.press("2")
    expect(page).not_to_have_url(first)
    second = page.url
    seat.press("2")
    says(page, "cannot be loaded yet")  # a later message than "is done" otherwise
    seat.press("0 0")
    says(page, "is done")
    seat.press("u")
    says(page, "Undone: 2")
    seat.press("1")
    page.unroute(EVERYTHING)
    expect(page).not_to_have_url(second)
    all_sent(page)
    changes = Change.objects.filter(actor=seat.person).order_by("pk")
    assert [each.after for each in changes] == ["2", "2", "", "1"]


@pytest.mark.parametrize("kind", SHEETS)
def test_a_sheet_that_is_done_takes_no_label_and_the_next_opens_by_itself(
    sit: Sit, kind: str
) -> None:
    seat = sit(kind)
    page, (key, others) = seat.page, SHEETS[kind]
    intercept(page, EVERYTHING, abort)
    count = label_all(seat, key)
    if kind != "ptkb":  # of two responses the second was there already
        first = page.url
        seat.press("Enter")
        expect(page).not_to_have_url(first)
        count += label_all(seat, key)
    last = page.url
    seat.press(f"{others} Enter")
    says(page, "Saving the last labels first.")
    seat.press(f"{others} Enter {others} {key}")
    says(page, "loading")
    page.unroute(EVERYTHING)
    expect(page).not_to_have_url(last)
    all_sent(page)
    changes = Change.objects.filter(actor=seat.person)
    assert [change.version for change in changes] == [1] * count
    assert len({change.after for change in changes}) == 1


@pytest.mark.parametrize("kind", SHEETS)
def test_a_label_given_again_leads_to_no_labelled_item(sit: Sit, kind: str) -> None:
    seat = sit(kind)
    key, others = SHEETS[kind]
    count = label_all(seat, key)
    seat.press(" ".join(["ArrowUp"] * count))
    seat.press(f"{others} {others} {key}")
    seat.saved()
    expect(seat.page.locator("#sheet .lit:is(.pair, .nugget)")).to_have_count(0)
    given = Change.objects.filter(actor=seat.person).order_by("version", "pk")
    assert [change.version for change in given] == [1] * count + [2]


@pytest.mark.parametrize("kind", LISTS)
def test_a_list_that_is_being_left_takes_no_edit(sit: Sit, kind: str) -> None:
    seat = sit(kind)
    page, (edit, more) = seat.page, LISTS[kind]
    intercept(page, "**/api/**", abort)
    here = page.url
    seat.press(f"{edit} d")
    says(page, "Saving")
    seat.press(more)
    says(page, "Another page is loading. Esc stays here.")
    seat.press("Escape")
    says(page, "You stay here.")
    page.unroute("**/api/**")
    seat.saved()
    assert page.url.split("?")[0] == here
    assert seat.arrived() == 1
    press(page, "d")
    expect(page).not_to_have_url(re.compile(re.escape(here) + r"(\?.*)?$"))


def test_a_page_that_comes_late_replaces_none_that_was_opened_since(sit: Sit) -> None:
    seat = sit("relevance")
    page = seat.page
    first = page.url
    seat.press("2")
    expect(page).not_to_have_url(first)
    ready(page)
    seat.press("2")
    third = page.url
    # The page after the last label.
    end = re.compile(r"//[^/]+/work/[^/]+/relevance/$")
    held: list[Route] = []
    intercept(page, end, lambda route: held.append(route))  # noqa: PLW0108
    with page.expect_request(end):
        seat.press("2")
    seat.press("ArrowLeft ArrowLeft")
    expect(page.locator("#position")).to_contain_text("2 of 3")
    with page.expect_event("requestfinished", lambda each: each.url.endswith("ce/")):
        held[0].continue_()
    seat.press("0")
    all_sent(page)
    assert page.url != third
    changes = Change.objects.filter(actor=seat.person).order_by("pk")
    assert [each.after for each in changes] == ["2", "2", "2", "0"]


def test_what_is_being_typed_is_not_typed_into_the_next_item(sit: Sit) -> None:
    seat = sit("relevance")
    page = seat.page
    first = page.url
    seat.press("2")
    expect(page).not_to_have_url(first)
    ready(page)
    second = page.url
    seat.press("2")
    expect(page).not_to_have_url(second)
    third = page.url
    intercept(page, "**/api/**", abort)
    seat.press("2")
    says(page, "Saving the last labels first.")
    seat.press("/")
    page.keyboard.type("20")
    page.unroute("**/api/**")
    all_sent(page)
    page.keyboard.type("24")
    expect(page.locator("#terms")).to_have_value("2024")
    seat.press("Escape")
    expect(page).not_to_have_url(third)
    each_label_once(seat, "2", 3)
