"""Segments fetched ahead are graded without the server; each grade arrives once."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from assess.judging.models import Change
from runs.models import RankedList
from tests.browser.hands.page import intercept, press, saved
from tests.browser.kinds.relevance.conftest import make_segments
from tests.make import make_allocation, make_run, make_topic, make_track

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]
EVERYTHING = "**/work/**"  # pages and labels


def abort(route: Route) -> None:
    route.abort()


@pytest.fixture
def grading(
    live_server: LiveServer,
    ada: User,
    browser_page: Page,
    sign_in: Callable[[Page, str], None],
) -> Page:
    track = make_track(assessors=[ada])
    topic = make_topic(track)
    pks = [segment.pk for segment in make_segments(track, 8)]
    run = make_run(track, "hidden", task="r")
    RankedList.objects.create(run=run, topic=topic, segment_ids=pks, scores=[1.0] * 8)
    make_allocation(topic, ada, work="relevance")
    sign_in(browser_page, "ada")
    browser_page.goto(live_server.url)
    browser_page.click("main a.primary")
    return browser_page


def test_five_segments_are_graded_with_the_server_away_and_all_arrive_once(
    grading: Page,
) -> None:
    page = grading
    ahead = page.locator("#ahead")
    expect(ahead).to_have_text("5 ready offline")
    intercept(page, EVERYTHING, abort)
    for number, value in enumerate("21032", 1):
        expect(page.locator("#position")).to_contain_text(f"segment {number} of 8")
        press(page, value)
    expect(page.locator("#position")).to_have_text("segment 6 of 8 · 5 graded")
    expect(ahead).to_be_empty()
    assert not Change.objects.exists()
    page.unroute(EVERYTHING)
    page.evaluate("dispatchEvent(new Event('online'))")
    saved(page)
    given = Change.objects.order_by("pk").values_list("after", "version")
    assert list(given) == [(value, 1) for value in "21032"]
    expect(ahead).to_have_text("2 ready offline")


def test_grading_on_keeps_five_ahead_while_there_are_five(grading: Page) -> None:
    page = grading
    ahead = page.locator("#ahead")
    left = {1: "5", 2: "5", 3: "5", 4: "4", 5: "3", 6: "2", 7: "1"}
    for number, count in left.items():
        expect(page.locator("#position")).to_contain_text(f"segment {number} of 8")
        expect(ahead).to_have_text(f"{count} ready offline")
        press(page, "1")
    expect(page.locator("#position")).to_have_text("segment 8 of 8 · 7 graded")
    expect(ahead).to_be_empty()


def test_a_segment_ahead_that_was_graded_in_another_window_shows_its_grade(
    grading: Page, live_server: LiveServer
) -> None:
    page = grading
    expect(page.locator("#ahead")).to_have_text("5 ready offline")
    then = page.evaluate("document.getElementById('sheet').dataset.then")
    second = page.context.new_page()
    second.goto(f"{live_server.url}{then}")
    expect(second.locator("#position")).to_contain_text("segment 2 of 8")
    with page.expect_request_finished(lambda each: each.url.endswith(then)):
        press(second, "3")
    press(page, "ArrowRight")
    expect(page.locator("#position")).to_contain_text("segment 2 of 8")
    pressed = page.locator(".labels [aria-pressed=true]")
    expect(pressed).to_have_attribute("value", "3")
