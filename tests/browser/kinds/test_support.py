"""Checking citations in a real browser: what no other sheet of items does."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from assess.judging.models import Change
from assess.kinds.support.models import SupportLabel
from tests.browser.hands.page import come, hold, ready
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
    return open_sheets("support", ada, browser_page, live_server.url, sign_in)


def test_a_label_saved_after_the_next_page_was_made_is_shown_on_it(work: Work) -> None:
    page = work.page
    ready(page)
    labels, pages = hold(page, "**/api/work/**"), hold(page, page.url)
    work.type("1")
    work.lit(1)
    page.evaluate("location.reload()")
    come(page, lambda: bool(pages and labels), "the page and the label")
    made_before = pages[0].fetch()
    with page.expect_response("**/api/work/**"):
        labels[0].continue_()
    page.unroute("**/api/work/**")
    assert SupportLabel.objects.count() == 1
    pages[0].fulfill(response=made_before)
    expect(page.locator("a.cites .mark").first).to_have_text("full support")
    work.lit(1)
    work.saved()
    work.position("response 1 of 3 · 1 of 9 labels")
    expect(page.locator("#say")).to_have_text("2 of 3 left")
    assert Change.objects.count() == 1


def test_a_label_that_waited_is_drawn_by_a_script_that_comes_late(work: Work) -> None:
    page = work.page
    ready(page)
    labels = hold(page, "**/api/work/**")
    work.type("1")
    work.lit(1)
    scripts = hold(page, "**/support/support.js")
    page.evaluate("location.reload()")
    come(page, lambda: bool(labels and scripts), "the label and the script")
    page.unroute("**/api/work/**")
    expect(page.locator("#sheet")).to_be_visible()
    scripts[0].continue_()
    work.lit(1)
    expect(page.locator("a.cites .mark").first).to_have_text("full support")
    work.saved()
    work.position("response 1 of 3 · 1 of 9 labels")
    assert Change.objects.count() == 1


def test_a_response_with_every_label_is_complete(work: Work) -> None:
    complete = work.page.locator(".complete")
    work.type("1 2")
    work.position("response 1 of 3 · 2 of 9 labels")
    expect(complete).to_be_hidden()
    work.type("3")
    expect(complete).to_be_visible()


def test_words_of_the_sentence_are_found_in_the_passage(work: Work) -> None:
    work.type("h")
    expect(work.page.locator(".pair.lit mark")).to_have_text(["Fresh", "water"])
    work.type("ArrowDown")
    expect(work.page.locator(".pair.lit mark")).to_have_text(["harbour"])
    work.type("h")
    expect(work.page.locator("mark:visible")).to_have_count(0)


def test_the_next_response_waits_and_waiting_is_not_viewing(work: Work) -> None:
    page = work.page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(f"{request.method} {request.url}"))
    page.reload()
    work.lit(0)
    ready(page)
    waiting = page.locator("#sheet").get_attribute("data-then")
    assert len([each for each in asked if each.endswith(f"{waiting}")]) == 1
    assert not SupportLabel.objects.exists()
    work.type("1 1 1 Enter")
    work.position("response 2 of 3 · 3 of 9 labels")
    assert len([each for each in asked if each.endswith(f"{waiting}")]) == 1, asked
    work.saved()
    assert Change.objects.count() == 3


def test_a_narrow_screen_keeps_the_sentence_over_its_passage(work: Work) -> None:
    work.page.set_viewport_size({"width": 390, "height": 844})
    claim = work.page.locator(".pair.lit .claim")
    expect(claim).to_contain_text(work.sheets.texts[0])
    expect(work.page.locator("article.read")).to_be_hidden()
    work.type("1")
    expect(claim).to_contain_text(work.sheets.texts[1])
    wide = work.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390
