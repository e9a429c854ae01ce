"""Matching nuggets in a real browser, by keys alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from matching.models import MatchLabel, Voiding
from tests.browser.hands.page import ready
from tests.matching.match_work import Matching, make_matching

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]


@pytest.fixture
def work(ada: User) -> Matching:
    return make_matching(ada)


@pytest.fixture
def page(
    live_server: LiveServer,
    work: Matching,
    browser_page: Page,
    sign_in: Callable[[Page, str], None],
) -> Page:
    sign_in(browser_page, "ada")
    browser_page.goto(f"{live_server.url}/work/{work.work.uuid}/match/")
    ready(browser_page)
    return browser_page


def values(work: Matching) -> list[str]:
    """Return the labels of the pairs in their order."""
    given = dict(MatchLabel.objects.values_list("nugget", "value"))
    return [given.get(pair.nugget_id, "–") for pair in work.pairs]


def at(page: Page, words: str) -> None:
    expect(page.locator("#position")).to_have_text(words)


def test_a_batch_is_matched_by_keys_alone(page: Page, work: Matching) -> None:
    at(page, "pair 1 of 3 · 0 matched")
    expect(page.locator("#nugget")).to_have_text(work.pairs[0].nugget.text)
    page.keyboard.press("g")
    expect(page.locator("#how")).to_have_attribute("open", "")
    page.keyboard.press("1")
    at(page, "pair 2 of 3 · 1 matched")
    page.keyboard.press("2")
    at(page, "pair 3 of 3 · 2 matched")
    page.keyboard.press("u")
    at(page, "pair 2 of 3 · 1 matched")
    page.keyboard.press("1")
    at(page, "pair 3 of 3 · 2 matched")
    page.keyboard.press("1")
    expect(page.locator("main")).to_contain_text("Every pair has its label")
    assert values(work) == ["yes", "yes", "yes"]
    page.wait_for_selector("button[data-key=Enter]")
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: "/work/" not in url)
    assert not Voiding.objects.exists()
