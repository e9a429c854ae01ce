"""Tables of list pages in a browser: search, order, back, chosen rows, no script."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from runs.models import Membership, Track
from tests.make import make_topic, make_track

if TYPE_CHECKING:
    from playwright.sync_api import Page

SignIn = Callable[["Page", str], None]
pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]


@pytest.fixture
def track(transactional_db: None, ada: User) -> Track:
    """Ada organizes a track with 120 topics, more than a page."""
    track = make_track()
    Membership.objects.create(track=track, user=ada, role=Membership.ORGANIZER)
    for n in range(120):
        make_topic(track, f"t{n:03}", f"Why does harbour {n} freeze?")
    return track


@pytest.fixture
def page(
    track: Track, browser_page: Page, sign_in: SignIn, live_server: LiveServer
) -> Page:
    sign_in(browser_page, "ada")
    browser_page.goto(f"{live_server.url}/tracks/{track.uuid}/topics/")
    return browser_page


def first(page: Page) -> str:
    return page.locator("tbody th a").first.inner_text()


def test_a_search_replaces_the_table_and_the_address_alone(page: Page) -> None:
    page.get_by_label("Search").click()
    page.keyboard.type("harbour 11")
    expect(page.locator(".counted")).to_contain_text("11 topics")
    expect(page).to_have_url(f"{page.url.split('?')[0]}?q=harbour+11")
    expect(page.get_by_label("Search")).to_be_focused()
    page.keyboard.type("9")
    expect(page.locator("tbody tr")).to_have_count(1)
    page.reload()
    expect(page.locator("tbody tr")).to_have_count(1)
    page.get_by_role("link", name="Show all").click()
    expect(page.locator(".counted")).to_contain_text("120 topics")
    expect(page.get_by_label("Search")).to_have_value("")


def test_orders_and_pages_go_back(page: Page) -> None:
    head = page.get_by_role("link", name="Topic", exact=True)
    head.click()
    expect(page.locator("th[aria-sort='ascending']")).to_have_count(1)
    expect(head).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("th[aria-sort='descending']")).to_have_count(1)
    expect(page.locator("tbody th a").first).to_have_text("t119")
    page.get_by_role("link", name="Next").click()
    expect(page.locator("tbody tr")).to_have_count(20)
    page.go_back()
    expect(page.locator("tbody th a").first).to_have_text("t119")
    page.go_back()
    expect(page.locator("th[aria-sort='ascending']")).to_have_count(1)


def test_topics_are_put_away_by_keyboard_and_restored(page: Page) -> None:
    boxes = page.locator("tbody input[type=checkbox]")
    boxes.nth(1).focus()
    page.keyboard.press("Space")
    boxes.nth(3).click(modifiers=["Shift"])
    expect(page.locator("tbody input:checked")).to_have_count(3)
    page.get_by_role("button", name="Put away …").focus()
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Put away: 3 topics?")
    expect(page.get_by_role("button", name="Put away: 3 topics")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".message.success")).to_contain_text("3 topics are put away")
    expect(page.locator(".counted")).to_contain_text("117 topics")


def test_all_rows_of_a_page_are_chosen_at_once(page: Page) -> None:
    page.get_by_label("All on this page").check()
    expect(page.locator("tbody input:checked")).to_have_count(100)
    page.locator("tbody input").first.uncheck()
    expect(page.locator("tbody input:checked")).to_have_count(99)
