"""A person's terms and reading settings are available on every machine."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from assess.judging.models import Allocation
from tests.browser.hands.page import intercept, preferred
from tests.browser.rooms.works import WORKS

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SignIn = Callable[["Page", str], None]
pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]


@pytest.fixture
def work(transactional_db: None, ada: User) -> Allocation:
    return WORKS["assignment"](ada)


@pytest.fixture
def open_work(
    work: Allocation, live_server: LiveServer, sign_in: SignIn, chromium: Browser
) -> Iterator[Callable[[], Page]]:
    """Return a function that opens the work on a machine that Ada never used."""
    profiles = []

    def at_a_new_machine() -> Page:
        profile = chromium.new_context()
        profiles.append(profile)
        page = profile.new_page()
        sign_in(page, "ada")
        page.goto(f"{live_server.url}/work/{work.uuid}/")
        expect(page.locator("#terms")).to_be_visible()
        return page

    yield at_a_new_machine
    for profile in profiles:
        profile.close()


def read_my_way(page: Page) -> None:
    page.keyboard.press("h")
    page.keyboard.press("w")
    page.keyboard.press("/")
    page.keyboard.type("sea ice, CO2")


def shows_my_way(page: Page) -> None:
    expect(page.locator("#terms")).to_have_value("sea ice, CO2")
    for which in ("where", "topic"):
        button = page.locator(f'[data-act="{which}"]')
        expect(button).to_have_attribute("aria-pressed", "true")


def test_terms_and_marks_follow_me_to_another_machine(
    open_work: Callable[[], Page], ada: User
) -> None:
    page = open_work()
    read_my_way(page)
    preferred(page)
    shows_my_way(open_work())
    ada.refresh_from_db()
    assert ada.preferences["reading"] == {
        "terms": "sea ice, CO2",
        "topic": True,
        "item": True,
    }


def test_without_a_server_they_wait_in_the_browser(
    open_work: Callable[[], Page], ada: User
) -> None:
    page = open_work()
    intercept(page, "**/preferences/reading/", lambda route: route.abort())
    with page.expect_event("requestfailed"):
        read_my_way(page)
    shows_my_way(page)
    ada.refresh_from_db()
    assert ada.preferences == {}
    page.unroute("**/preferences/reading/")
    page.reload()
    shows_my_way(page)
    preferred(page)
    shows_my_way(open_work())
