"""Labelling responses in a real browser: what no other sheet of items does."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from nuggets.models import AssignmentLabel
from tests.browser.hands.sheets import Work, open_sheets

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]


@pytest.fixture
def work(
    live_server: LiveServer,
    ada: User,
    browser_page: Page,
    sign_in: Callable[[Page, str], None],
) -> Work:
    return open_sheets("assignment", ada, browser_page, live_server.url, sign_in)


def test_enter_goes_on_after_the_mouse_and_presses_nothing_again(work: Work) -> None:
    label = work.page.locator("#sheet .labels [data-value=support]")
    label.click()
    work.type("Enter")
    work.position("response 1 of 3 · 1 of 9 labels")
    expect(work.page.locator(".nugget.lit .text")).to_have_text("two fresh")
    work.page.click("[data-more]")
    work.page.click("#sheet [data-act=down]")
    work.type("Space 2")
    label.click()
    work.position("response 1 of 3 · 3 of 9 labels")
    work.type("Enter")
    work.position("response 2 of 3 · 3 of 9 labels")


def test_words_of_the_nugget_are_found_in_the_response(work: Work) -> None:
    work.type("ArrowDown h")
    expect(work.page.locator("article mark")).to_have_text(["Fresh"])
    work.type("h")
    expect(work.page.locator("article mark")).to_have_count(0)


def test_typing_in_a_text_box_judges_nothing(work: Work) -> None:
    page = work.page
    page.evaluate(
        """() => {
          for (const made of ['input', 'textarea']) {
            const box = document.createElement(made);
            box.className = 'typed';
            document.querySelector('.frame-item').append(box);
          }
        }"""
    )
    for box in page.locator("input:not([type=hidden]), textarea").all():
        if box.is_visible():
            box.focus()
            page.keyboard.type("1 n 2")
            expect(box).to_have_value("1 n 2")
    work.position("response 1 of 3 · 0 of 9 labels")
    assert not AssignmentLabel.objects.exists()
