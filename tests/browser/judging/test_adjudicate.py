"""Settling disagreements in a real browser, by keys alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import pytest
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from assess.judging.models import Allocation, Change
from tests.assess.judging.adjudication.dispute_work import Settling, make_settling
from tests.assess.kinds.relevance.relevance_work import make_grading
from tests.browser.hands.page import press, ready, saved
from tests.nuggets.assignment.assignment_work import make_assigning

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]


class Work(NamedTuple):
    """Ada's work, and the page where she does it."""

    page: Page
    world: Settling

    def type(self, keys: str) -> None:
        press(self.page, keys)

    def position(self, words: str) -> None:
        expect(self.page.locator("#position")).to_have_text(words)

    def saved(self) -> None:
        saved(self.page)

    @property
    def values(self) -> list[str]:
        """Return the settled values, in the order of the items."""
        kind = self.world.desk.kind
        given = {
            tuple(row): value
            for *row, value in self.world.labels().values_list(*kind.columns, "value")
        }
        rows = [tuple(one.pk for one in spot.rows) for spot in self.world.spots]
        return [given.get(row, "–") for row in rows]


Open = Callable[[Settling], Work]


@pytest.fixture
def open_work(
    live_server: LiveServer,
    ada: User,
    browser_page: Page,
    sign_in: Callable[[Page, str], None],
) -> Open:
    def begin(world: Settling) -> Work:
        sign_in(browser_page, "ada")
        browser_page.goto(f"{live_server.url}/work/{world.work.uuid}/")
        ready(browser_page)
        return Work(browser_page, world)

    return begin


@pytest.fixture
def work(ada: User, open_work: Open) -> Work:
    return open_work(make_settling(make_grading(ada), ada))


def test_disagreements_are_settled_and_finished_by_keys_alone(work: Work) -> None:
    page = work.page
    work.position("item 1 of 3 · 0 settled")
    sides = page.locator(".side")
    expect(sides).to_have_count(2)
    expect(sides.nth(0)).to_contain_text("Judge A")
    assert page.get_attribute("html", "data-key-conflicts") is None
    work.type("3")
    work.position("item 2 of 3 · 1 settled")
    expect(work.page.locator("#live")).to_contain_text("item 2 of 3. ")
    expect(page.locator("#item-title")).to_be_focused()
    work.type("1")
    work.position("item 3 of 3 · 2 settled")
    work.type("u")
    work.position("item 2 of 3 · 1 settled")
    work.type("0")
    work.position("item 3 of 3 · 2 settled")
    work.type("4")
    work.saved()
    page.wait_for_selector("text=Every disagreement is settled")
    assert work.values == ["3", "0", "4"]
    page.wait_for_selector("button[data-key=Enter]")
    work.type("Enter")
    page.wait_for_url(lambda url: "/work/" not in url)
    assert Allocation.objects.get(pk=work.world.work.pk).finished_at is not None
    own = Change.objects.filter(judge=work.world.adjudication.judge)
    assert {change.actor for change in own} == {work.world.work.assessor}


def test_a_note_is_kept_with_the_label(work: Work) -> None:
    page = work.page
    work.type("2")
    work.position("item 2 of 3 · 1 settled")
    work.type("ArrowLeft")
    work.position("item 1 of 3 · 1 settled")
    work.type("n")
    page.keyboard.type("1 n 2")
    work.type("Enter")
    expect(page.locator("#noted")).to_have_text("1 n 2")
    work.saved()
    assert work.values == ["2", "–", "–"]
    assert work.world.labels().get().details["note"] == "1 n 2"
    page.reload()
    expect(page.locator("#noted")).to_have_text("1 n 2")


def test_what_is_settled_offline_is_sent_later(work: Work) -> None:
    page = work.page
    ready(page)
    page.context.set_offline(True)
    work.type("3")
    expect(page.locator("#save-state")).to_contain_text("Offline")
    assert work.values == ["–", "–", "–"]
    page.context.set_offline(False)
    work.saved()
    assert work.values == ["3", "–", "–"]
    page.reload()
    work.position("item 2 of 3 · 1 settled")


def test_an_assignment_is_settled_next_to_its_response(
    ada: User, open_work: Open
) -> None:
    work = open_work(make_settling(make_assigning(ada), ada))
    work.position("item 1 of 6 · 0 settled")
    for place, key in enumerate("132", start=2):
        work.type(key)
        work.position(f"item {place} of 6 · {place - 1} settled")
    work.saved()
    assert work.values[:3] == ["support", "not_support", "partial_support"]
    work.type("r")
    last = work.page.locator("#recent .recents li").first
    expect(last).to_contain_text("partial")


def test_on_a_phone_nugget_and_response_are_in_sight_at_once(
    ada: User, open_work: Open
) -> None:
    page = open_work(make_settling(make_assigning(ada), ada)).page
    for width, height in ((390, 844), (320, 568)):
        page.set_viewport_size({"width": width, "height": height})
        page.reload()
        ready(page)
        for part in (".side", "[data-about]", "[data-judged]", ".labels button"):
            expect(page.locator(part).first).to_be_in_viewport()
