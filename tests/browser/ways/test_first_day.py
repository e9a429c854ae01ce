"""An assessor signs in, practises and gives 20 labels of each kind, by keys alone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from assess.judging.models import Allocation, Practice
from assess.judging.work.desk import DESKS
from tests.browser.hands.page import press, ready, saved
from tests.browser.hands.screens import SCREENS
from tests.browser.ways.first_day import ITEMS, hand_out_first_day

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]
WORK = re.compile(r"/work/([-0-9a-f]+)/practice/$")


def sign_in(page: Page, name: str, password: str) -> None:
    """Sign in by keys, on the page that the server shows to strangers."""
    page.locator("main [name=username]").focus()
    page.keyboard.type(name)
    press(page, "Tab")
    page.keyboard.type(password)
    press(page, "Enter")


def begin(page: Page) -> Allocation:
    """Begin the next work of the home page; return it, at its guidelines."""
    expect(page.locator("h1")).to_have_text("Your work")
    ready(page)
    press(page, "Enter")
    expect(page).to_have_url(WORK)
    (uuid,) = WORK.findall(page.url)
    return Allocation.objects.get(uuid=uuid)


def practise(page: Page, key: str) -> None:
    """Read the guidelines, and answer the three practice items."""
    for number in (1, 2, 3):
        ready(page)
        press(page, "Enter")
        expect(page.locator("#position")).to_contain_text(f"item {number} of 3")
        ready(page)
        press(page, key)
        expect(page.locator(".answered h2")).to_contain_text("answer")
    ready(page)
    press(page, "Enter")
    expect(page.locator("#sheet")).to_be_attached()


def label_all(page: Page, key: str) -> None:
    """Label every item of a work, page by page."""
    while page.locator("#sheet").count():
        ready(page)
        here = page.url
        if page.locator("#sheet [data-act=up]").count():
            while page.locator("#sheet .lit:is(.pair, .nugget)").count():
                press(page, key)
            saved(page)
            press(page, "Enter")
        else:
            press(page, key)
        expect(page).not_to_have_url(here)
        page.wait_for_load_state()


def test_the_first_day(browser_page: Page, live_server: LiveServer, ada: User) -> None:
    page, works = browser_page, hand_out_first_day(ada)
    page.goto(live_server.url)
    sign_in(page, "ada", "ada")
    done = []
    for _work in works:
        work = begin(page)
        key = SCREENS[work.work][0]
        practise(page, key)
        label_all(page, key)
        page.wait_for_selector("button[data-key=Enter]")
        press(page, "Enter")
        expect(page).to_have_url(f"{live_server.url}/")
        done.append(work.work)
    assert sorted(done) == sorted(each.work for each in works)
    for desk in DESKS:
        if desk.work in done:
            own = desk.kind.model.objects.filter(judge__user=ada)
            assert own.count() == ITEMS, desk.work
    assert {desk.work for desk in DESKS if desk.practice} == {*done}
    practised = Practice.objects.filter(person=ada, skipped=False)
    assert practised.count() == len(done)
