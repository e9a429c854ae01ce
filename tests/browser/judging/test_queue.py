"""Handing out and taking work in a real browser, by keys alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from assess.judging.guidelines.actions import write_guideline
from assess.judging.models import Allocation, Guideline, Round
from assess.judging.queues.actions import add_slots
from assess.judging.screens import get_screen
from runs.models import Topic, Track
from tests.assess.judging.rounds.round_rows import make_round
from tests.browser.hands.page import held_up, hold
from tests.browser.hands.page import press as press_key
from tests.make import (
    NOW,
    make_allocation,
    make_response,
    make_run,
    make_segment,
    make_topic,
    make_track,
    practise,
)

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]
SUBMIT = """() => setTimeout(
  () => document.querySelector("form[action*='/work/take/']").requestSubmit(), 0)"""
SignIn = Callable[["Page", str], None]


@pytest.fixture
def track(live_server: LiveServer, ada: User, bea: User, omar: User) -> Track:
    return make_track(organizer=omar, assessors=[ada, bea])


@pytest.fixture
def topics(track: Track) -> list[Topic]:
    run, segment = make_run(track), make_segment(track, "doc")
    found = [make_topic(track, name) for name in ("301", "302", "303", "304")]
    for topic in found:
        make_response(run, topic, cites=segment)
    return found


@pytest.fixture
def other_page(chromium: Browser) -> Iterator[Page]:
    """A second person's browser."""
    context = chromium.new_context()
    yield context.new_page()
    context.close()


def queue(topics: list[Topic], omar: User, copies: int = 1) -> None:
    screen = get_screen("relevance")
    for person in User.objects.all():
        practise(person, "relevance")
    add_slots(topics[0].track, screen, dict.fromkeys(topics, copies), by=omar)


def press(page: Page, key: str) -> None:
    """Press a key once the page's scripts are loaded."""
    page.wait_for_load_state()
    page.keyboard.press(key)


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until the element of a selector has the focus."""
    for _press in range(60):
        if page.locator(f"{selector}:focus").count():
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no way to {selector} by Tab")


def test_an_organizer_hands_out_with_overlap_by_keys_alone(
    live_server: LiveServer,
    track: Track,
    topics: list[Topic],
    omar: User,
    browser_page: Page,
    sign_in: SignIn,
) -> None:
    page = browser_page
    sign_in(page, "omar")
    page.goto(f"{live_server.url}/tracks/{track.uuid}/work/")
    tab_to(page, "main a.primary")
    page.keyboard.press("Enter")
    tab_to(page, "select[name=work]")
    page.keyboard.type("Rel")
    tab_to(page, "[name=people]")
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    expect(page.locator("[name=percent]")).to_be_hidden()
    tab_to(page, "[name=share]")
    page.keyboard.press("ArrowDown")
    tab_to(page, "[name=percent]")
    page.keyboard.press("Control+a")
    page.keyboard.type("50")
    tab_to(page, "main .form .actions button")
    page.keyboard.press("Enter")
    plan = page.locator(".plan")
    expect(plan).to_contain_text("2 of 4 topics (50 %) by more than one")
    expect(plan).to_contain_text("ada and bea share 2.")
    assert not Allocation.objects.exists()
    tab_to(page, ".plan button.primary")
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_contain_text("Relevance: 4 topics, 6 labels")
    assert Allocation.objects.count() == 6
    works = Allocation.objects.values_list("topic", "assessor")
    assert len(set(works)) == 6


def test_two_rounds_are_crossed_by_keys_alone_in_a_narrow_window(
    live_server: LiveServer,
    track: Track,
    topics: list[Topic],
    browser_page: Page,
    sign_in: SignIn,
) -> None:
    made = make_round(track, "all citations", unit=Round.ALL)
    page = browser_page
    sign_in(page, "omar")
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{live_server.url}/tracks/{track.uuid}/work/new/?kind=support")
    tab_to(page, "[name=people]")
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    tab_to(page, "[name=crossed]")
    page.keyboard.type("all")
    tab_to(page, "main .form .actions button")
    page.keyboard.press("Enter")
    expect(page.locator(".plan h2")).to_have_text(
        [
            "Support of 4 topics for 2 people, from scratch",
            "Support of 4 topics for 2 people, round “all citations”",
        ]
    )
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    tab_to(page, ".plan button.primary")
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_contain_text("Handed out.")
    assert Allocation.objects.filter(round=0).count() == 4
    assert Allocation.objects.filter(round=made.number).count() == 4


def test_choosing_a_queue_puts_people_aside(
    live_server: LiveServer,
    track: Track,
    topics: list[Topic],
    browser_page: Page,
    sign_in: SignIn,
) -> None:
    page = browser_page
    sign_in(page, "omar")
    page.goto(f"{live_server.url}/tracks/{track.uuid}/work/new/")
    expect(page.locator("[name=people]").first).to_be_visible()
    page.locator("[name=to][value=queue]").focus()
    page.keyboard.press("Space")
    expect(page.locator("[name=people]").first).to_be_hidden()
    expect(page.locator("[name=shown]")).to_be_hidden()
    page.select_option("[name=work]", "support:")
    expect(page.locator("[name=shown]")).to_be_visible()
    expect(page.locator("[name=crossed]")).to_be_hidden()
    page.select_option("[name=work]", "relevance:")
    page.click("main .form .actions button")
    expect(page.locator(".plan")).to_contain_text("4 slots")
    page.click(".plan button.primary")
    expect(page.locator("main")).to_contain_text("In the shared queue")


def test_an_assessor_takes_and_puts_back_by_keys_alone(
    live_server: LiveServer,
    topics: list[Topic],
    ada: User,
    omar: User,
    browser_page: Page,
    sign_in: SignIn,
) -> None:
    queue(topics[:2], omar)
    page = browser_page
    sign_in(page, "ada")
    page.goto(live_server.url)
    expect(page.locator("main")).to_contain_text("2 topics free")
    press_key(page, "t")
    page.wait_for_url("**/relevance/**")
    expect(page.locator("#segment-title:focus")).to_have_count(1)
    page.keyboard.press("2")
    expect(page.locator("h1")).to_have_text("Every segment is graded")
    page.goto(live_server.url)
    expect(page.locator("main")).to_contain_text("1 topic free")
    press_key(page, "t")
    page.wait_for_url("**/relevance/**")
    page.goto(live_server.url)
    press(page, "Enter")  # goes on with the work begun last
    page.wait_for_url("**/work/**")
    page.goto(live_server.url)
    button = "table.inbox tr:has-text('302') button:has-text('Put back')"
    tab_to(page, button)
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_contain_text("Topic 302 is back in the queue.")
    assert Allocation.objects.open().get().topic == topics[0]


def test_two_people_take_the_last_free_slot_and_one_gets_it(
    live_server: LiveServer,
    topics: list[Topic],
    omar: User,
    browser_page: Page,
    other_page: Page,
    sign_in: SignIn,
) -> None:
    queue(topics[:1], omar)
    sign_in(browser_page, "ada")
    sign_in(other_page, "bea")
    pages = (browser_page, other_page)
    for page in pages:
        page.goto(live_server.url)
        expect(page.locator("main")).to_contain_text("1 topic free")
    for page in pages:  # both press before the first response
        page.evaluate(SUBMIT)
    for page in pages:
        page.wait_for_function(
            "() => location.pathname.includes('/relevance/')"
            " || document.body.textContent.includes('others were faster')"
        )
    there = [page for page in pages if "/relevance/" in page.url]
    assert len(there) == 1
    assert Allocation.objects.count() == 1


def test_guidelines_are_read_next_to_the_work(
    live_server: LiveServer,
    track: Track,
    topics: list[Topic],
    ada: User,
    omar: User,
    browser_page: Page,
    sign_in: SignIn,
) -> None:
    write_guideline(track, "relevance", "# Be *fair*", seen=0, by=omar, now=NOW)
    make_allocation(topics[0], ada, work="relevance")
    page = browser_page
    sign_in(page, "ada")
    page.goto(live_server.url)
    press(page, "Enter")
    part = page.locator("#guidelines")
    expect(part).to_contain_text("not read yet")
    page.wait_for_load_state()
    part.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(part.locator("em")).to_have_text("fair")
    expect(part).not_to_contain_text("not read yet")
    assert Guideline.objects.get().readers.get() == ada
    assert "/relevance/" in page.url


def test_take_that_is_pressed_twice_takes_one_topic(
    live_server: LiveServer,
    ada: User,
    omar: User,
    topics: list[Topic],
    browser_page: Page,
    sign_in: SignIn,
) -> None:
    queue(topics, omar)
    page = browser_page
    sign_in(page, "ada")
    page.goto(live_server.url)
    page.wait_for_load_state()
    sent = hold(page, "**/work/take/**")
    press_key(page, "t")
    held_up(page, sent, 1)  # otherwise the browser sends only the second
    press_key(page, "t")
    second = held_up(page, sent, 2)
    sent[0].fetch()  # the server has both, though the browser dropped the first
    second.continue_()
    page.wait_for_url("**/work/*/relevance/**")
    assert Allocation.objects.count() == 1
