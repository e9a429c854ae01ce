"""Judging PTKB statements in a real browser, by keys alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from assess.judging.models import Allocation, Change
from assess.kinds.ptkb.models import PtkbLabel
from tests.browser.hands.page import press, ready, saved
from tests.make import make_allocation, make_conversation, make_track

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]
STATEMENTS = ("I sail.", "I hate the cold.", "I have two sisters.")
YES, NO = "relevant", "not_relevant"


class Work(NamedTuple):
    """Ada's work, and the page where she does it."""

    page: Page
    allocation: Allocation

    def type(self, keys: str) -> None:
        press(self.page, keys)

    def lit(self, text: str) -> None:
        expect(self.page.locator(".nugget.lit .text")).to_have_text(text)

    def position(self, words: str) -> None:
        expect(self.page.locator("#position")).to_have_text(words)

    def saved(self) -> None:
        saved(self.page)

    @property
    def labels(self) -> list[str]:
        given = dict(PtkbLabel.objects.values_list("statement__text", "value"))
        return [given.get(text, "–") for text in STATEMENTS]


@pytest.fixture
def work(
    live_server: LiveServer,
    ada: User,
    browser_page: Page,
    sign_in: Callable[[Page, str], None],
) -> Work:
    track = make_track(profile="ikat24", assessors=[ada])
    turns = make_conversation(track, statements=STATEMENTS)
    allocation = make_allocation(turns[1], ada, work="ptkb")
    sign_in(browser_page, "ada")
    browser_page.goto(f"{live_server.url}/work/{allocation.uuid}/")
    ready(browser_page)
    return Work(browser_page, allocation)


def test_a_turn_is_judged_and_finished_by_keys_alone(work: Work) -> None:
    work.position("turn 14_2 · 0 of 3 labels")
    work.lit(STATEMENTS[0])
    work.type("2 1")
    work.lit(STATEMENTS[2])
    work.position("turn 14_2 · 2 of 3 labels")
    work.type("2")
    work.saved()
    assert work.labels == [NO, YES, NO]
    assert work.page.get_attribute("html", "data-key-conflicts") is None
    work.type("Enter")
    work.page.wait_for_selector("text=3 statements, 1 of them relevant")
    work.page.wait_for_selector("button[data-key=Enter]")
    work.type("Enter")
    work.page.wait_for_url(lambda url: "/work/" not in url)
    work.allocation.refresh_from_db()
    assert work.allocation.finished_at is not None


def test_the_turn_is_distinct_from_earlier_turns(work: Work) -> None:
    now = work.page.locator(".conversation [aria-current]")
    expect(now).to_contain_text("And that one?")
    expect(now).to_be_in_viewport()
    expect(work.page.locator(".conversation")).to_contain_text("Answer 1.")
    expect(work.page.locator("main")).not_to_contain_text("Answer 2.")


def test_undo_and_taking_back(work: Work) -> None:
    work.type("1 1 u")
    work.lit(STATEMENTS[1])
    work.position("turn 14_2 · 1 of 3 labels")
    work.type("ArrowUp Backspace")
    work.position("turn 14_2 · 0 of 3 labels")
    work.saved()
    assert work.labels == ["", "", "–"]
    assert Change.objects.filter(kind="ptkb").count() == 4


def test_work_goes_on_after_a_reload(work: Work) -> None:
    work.type("2")
    work.saved()
    work.page.reload()
    work.lit(STATEMENTS[1])


def test_a_dead_server_loses_nothing(work: Work) -> None:
    work.page.context.set_offline(True)
    work.type("1 2")
    work.position("turn 14_2 · 2 of 3 labels")
    expect(work.page.locator("#save-state")).to_contain_text("Offline")
    assert work.labels == ["–", "–", "–"]
    work.page.context.set_offline(False)
    work.saved()
    assert work.labels == [YES, NO, "–"]
    assert Change.objects.filter(kind="ptkb").count() == 2


def test_another_windows_label_is_shown_not_overwritten(work: Work) -> None:
    browser = work.page.context.browser
    assert browser
    storage: Any = work.page.context.storage_state()
    context = browser.new_context(storage_state=storage)
    try:
        second = context.new_page()
        second.goto(work.page.url)
        ready(second)
        second.keyboard.press("2")
        expect(second.locator("#save-state")).to_have_attribute("data-state", "saved")
    finally:
        context.close()
    work.type("1")
    expect(work.page.locator("#say")).to_contain_text("Changed since you opened it")
    assert work.labels[0] == NO


def test_it_judges_without_script(work: Work) -> None:
    browser = work.page.context.browser
    assert browser
    storage: Any = work.page.context.storage_state()
    context = browser.new_context(storage_state=storage, java_script_enabled=False)
    try:
        page = context.new_page()
        page.goto(work.page.url)
        row = page.locator(".nugget").nth(1)
        row.get_by_role("button", name="Relevant", exact=True).click()
        work_done = "turn 14_2 · 1 of 3 labels"
        expect(page.locator("#position")).to_have_text(work_done)
    finally:
        context.close()
    assert work.labels == ["–", YES, "–"]


def test_a_narrow_screen_fits(work: Work) -> None:
    work.page.set_viewport_size({"width": 320, "height": 700})
    assert work.page.evaluate("document.documentElement.scrollWidth") <= 320
    expect(work.page.locator(".nugget.lit")).to_be_in_viewport()
