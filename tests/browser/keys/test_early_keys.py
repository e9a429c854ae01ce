"""Keys pressed before a page's scripts have run are visibly refused, and not lost."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from nuggets.models import AnswerRevision
from tests.assess.kinds.relevance.relevance_work import make_grading
from tests.browser.hands.held_responses import Holding
from tests.browser.hands.page import intercept, press, saved
from tests.browser.hands.screens import SAME_SCRIPT, SCREENS, TURNING
from tests.browser.rooms.seats import Seat, make_seat
from tests.browser.rooms.works import WORKS, WORKS_OF_ITEMS

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page, Route

pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]

COMING = "This page is not ready yet: press again then."
READY = "This page is ready now: press again."
FAILED = "This page did not load completely: reload it."
# The first change of each screen: the last of its keys is pressed too early.
KEYS = {kind: label for kind, (label, _other) in SCREENS.items()}
KEYS |= {"nuggets": "v", "subnarratives": "v", "spans": "ArrowDown Enter"}
KEYS |= {"answers": "x"}
ALL = re.compile(r"/static/(?!early_keys\.|vendor/|django_htmx/)[\w/]+\.js")
OWN = re.compile(
    r"/static/[\w/]+/(relevance|assignment|support|ptkb|need|grade|match|adjudication"
    r"|nugget_editor|subnarratives|span_editor|gold_answer)\.js"
)
WITH_ALL = (*TURNING, "nuggets", "answers")
Sit = Callable[[str], Seat]


@pytest.fixture
def sit(live_server: LiveServer, db: None, browser_context: BrowserContext) -> Sit:
    ticks = {"ticks": lambda person: make_grading(person).work}
    works = {**WORKS, **WORKS_OF_ITEMS, **ticks}
    return lambda kind: make_seat(kind, live_server.url, browser_context, works)


every_screen = pytest.mark.parametrize(
    "kind",
    [
        pytest.param(kind, marks=pytest.mark.broad if kind in SAME_SCRIPT else ())
        for kind in KEYS
    ],
)


def open_early(page: Page, scripts: re.Pattern[str] = ALL) -> Holding:
    """Open a page again; its scripts wait."""
    held = Holding(page, "*.js*", scripts, cached=False)
    page.reload(wait_until="commit")
    held.wait_for(1)
    page.wait_for_selector("#live", state="attached")
    return held


def without_scripts(page: Page, scripts: re.Pattern[str]) -> None:
    """Open a page again whose scripts cannot be loaded."""

    def abort(route: Route) -> None:
        route.abort()

    intercept(page, scripts, abort)
    page.reload()


def says(page: Page, words: str) -> None:
    expect(page.locator("#say")).to_have_text(words)


@pytest.mark.parametrize(
    ("kind", "scripts"),
    [
        pytest.param(
            kind,
            scripts,
            id=f"{name}-{kind}",
            # One script refuses keys on every page; each page's own one ends that.
            marks=pytest.mark.broad
            if kind in SAME_SCRIPT or (name == "all" and kind not in WITH_ALL)
            else (),
        )
        for kind in KEYS
        for name, scripts in (("all", ALL), ("own", OWN))
    ],
)
def test_a_key_is_refused_until_the_page_is_ready_and_acts_then(
    sit: Sit, kind: str, scripts: re.Pattern[str]
) -> None:
    seat = sit(kind)
    page, key = seat.page, KEYS[kind].split()[-1]
    address = page.url
    held = open_early(page, scripts)
    for _ in range(3):
        page.keyboard.down(key)  # then it repeats
    says(page, COMING)
    held.open()
    says(page, READY)
    page.keyboard.down(key)  # held still
    page.keyboard.up(key)
    assert page.url == address
    seat.sends(KEYS[kind])
    seat.saved()
    assert seat.arrived() == 1


@every_screen
def test_keys_of_a_page_whose_script_did_not_come_are_refused(
    sit: Sit, kind: str
) -> None:
    seat = sit(kind)
    address = seat.page.url
    without_scripts(seat.page, OWN)
    says(seat.page, FAILED)
    seat.page.evaluate("document.getElementById('say').textContent = ''")
    seat.press(KEYS[kind].split()[-1])
    says(seat.page, FAILED)
    assert seat.page.url == address
    assert not seat.arrived()


def test_a_script_that_breaks_is_one_that_did_not_come(sit: Sit) -> None:
    seat = sit("relevance")

    def answer(route: Route) -> None:
        route.fulfill(content_type="text/javascript", body="null.broken;")

    intercept(seat.page, OWN, answer)
    seat.page.reload()
    says(seat.page, FAILED)


@pytest.mark.parametrize("kind", ["support", "assignment"])
def test_a_button_that_needs_a_script_is_refused_too(sit: Sit, kind: str) -> None:
    seat = sit(kind)
    held = open_early(seat.page)
    button = seat.page.locator(f"#sheet button[data-key~='{KEYS[kind]}']")
    button.click(no_wait_after=True)
    says(seat.page, COMING)
    held.open()
    says(seat.page, READY)
    with seat.page.expect_request("**/api/work/**"):
        button.click()
    seat.saved()
    assert seat.arrived() == 1


@pytest.mark.parametrize("kind", ["ticks", "answers"])
def test_a_tick_is_refused_until_it_can_be_kept(sit: Sit, kind: str) -> None:
    page = sit(kind).page
    held = open_early(page)
    tick = page.locator(":is(.ticks, .covering) input").first
    tick.click(no_wait_after=True)
    says(page, COMING)
    expect(tick).not_to_be_checked()
    held.open()
    says(page, READY)
    tick.click()
    expect(tick).to_be_checked()
    saved(page)


@pytest.mark.parametrize("is_lost", [False, True], ids=["early", "without scripts"])
def test_the_button_of_a_form_works_at_once(sit: Sit, is_lost: bool) -> None:
    seat = sit("relevance")
    first = seat.page.url
    if is_lost:
        without_scripts(seat.page, ALL)
    else:
        open_early(seat.page)
    seat.page.click("#sheet .labels button[value='2']", no_wait_after=True)
    seat.page.wait_for_url(lambda url: url != first, wait_until="commit")
    assert seat.arrived() == 1


def test_what_is_written_early_is_kept(sit: Sit) -> None:
    seat = sit("answers")
    held = open_early(seat.page)
    seat.page.locator("#text").press_sequentially("x marks it", no_wait_after=True)
    says(seat.page, "")
    with seat.page.expect_request("**/api/work/**"):
        held.open()
    seat.saved()
    (revision,) = AnswerRevision.objects.filter(answer__author=seat.person)
    assert revision.text == "x marks it"


@pytest.mark.parametrize("key", ["Control+2", "Tab", "F2", "Shift", "q"])
def test_keys_of_the_browser_are_left_to_it(sit: Sit, key: str) -> None:
    page = sit("relevance").page
    held = open_early(page)
    page.keyboard.press(key)
    says(page, "")
    held.open()
    expect(page.locator("[data-focus]")).to_be_focused()
    says(page, "")


@pytest.mark.parametrize(
    ("keys", "refused"), [({"map": {"2": "z"}}, "z"), ({"off": True}, "")]
)
def test_a_person_s_own_keys_are_those_refused(
    sit: Sit, keys: dict[str, object], refused: str
) -> None:
    seat = sit("relevance")
    seat.person.preferences = {"shortcuts": keys}
    seat.person.save(update_fields=["preferences"])
    open_early(seat.page)
    seat.press("2")
    says(seat.page, "")
    seat.press("z")
    says(seat.page, COMING if refused else "")


def test_a_page_without_a_line_next_to_its_keys_says_it_above(sit: Sit) -> None:
    page = sit("relevance").page
    page.goto(page.url.split("/work/")[0])  # the inbox
    held = open_early(page)
    page.keyboard.press("Enter")
    early = page.locator("main #early")
    expect(early).to_have_text(COMING)
    held.open()
    expect(early).to_have_text(READY)
    press(page, "Enter")
    page.wait_for_selector("#sheet")
