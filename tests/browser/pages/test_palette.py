"""The palette by keys: Ctrl+K, a few letters, Enter."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from runs.models import Membership, Track
from tests.make import make_run, make_track

if TYPE_CHECKING:
    from playwright.sync_api import Page

SignIn = Callable[["Page", str], None]
pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]


@pytest.fixture
def track(transactional_db: None, ada: User) -> Track:
    """Ada organizes a track with two runs."""
    track = make_track()
    Membership.objects.create(track=track, user=ada, role=Membership.ORGANIZER)
    for name in ("harbour-bm25", "harbour-dense"):
        make_run(track, name)
    return track


@pytest.fixture
def page(
    track: Track, browser_page: Page, sign_in: SignIn, live_server: LiveServer
) -> Page:
    sign_in(browser_page, "ada")
    browser_page.goto(f"{live_server.url}/tracks/{track.uuid}/")
    return browser_page


def test_letters_and_enter_lead_to_a_run(page: Page) -> None:
    page.keyboard.press("Control+k")
    expect(page.locator("#palette input")).to_be_focused()
    expect(page.locator(".found a")).to_have_count(12)
    page.keyboard.type("dense")
    expect(page.locator(".found a")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_contain_text("harbour-dense")


def test_enter_waits_for_what_was_typed(page: Page) -> None:
    page.keyboard.press("Control+k")
    expect(page.locator(".found a")).to_have_count(12)
    page.keyboard.type("dense")
    page.keyboard.press("Enter")  # the list of pages still stands
    expect(page.locator("h1")).to_contain_text("harbour-dense")


def test_arrows_choose_and_escape_closes(page: Page) -> None:
    page.click("[data-palette]")
    page.keyboard.type("harbour")
    expect(page.locator(".found a")).to_have_count(2)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(page.locator(".found a").nth(1)).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#palette")).to_be_hidden()
    expect(page.locator("h1")).to_be_visible()
