"""Small details of screens: marks, announcements, keys of the last page."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from tests.browser.hands.page import press, ready
from tests.browser.rooms.seats import Seat, make_seat

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]
Sit = Callable[[str], Seat]
COLOURS = """() => {
  const piece = document.querySelector("#passage mark.mine [data-spans]");
  const background = (node) => getComputedStyle(node).backgroundColor;
  return [background(piece), background(piece.closest("mark"))];
}"""
HEAR = """() => {
  window.heard = [];
  const region = document.getElementById("live");
  const hear = () => heard.push(region.textContent);
  new MutationObserver(hear).observe(region, { childList: true });
}"""
BRIEF = "async (text) => (await import('/static/texts/spans.js')).brief(text)"


@pytest.fixture
def sit(live_server: LiveServer, db: None, browser_context: BrowserContext) -> Sit:
    return lambda kind: make_seat(kind, live_server.url, browser_context)


def test_a_highlight_does_not_hide_the_terms_marked_in_it(sit: Sit) -> None:
    page = sit("relevance").page
    press(page, "/")
    page.keyboard.type("water")
    press(page, "Enter h Enter")
    expect(page.locator("#passage mark.mine [data-spans]").first).to_be_visible()
    inside, mark = page.evaluate(COLOURS)
    assert inside == "rgba(0, 0, 0, 0)"
    assert mark != inside


@pytest.mark.parametrize(
    ("kind", "key", "back", "words"),
    [
        ("assignment", "1", "ArrowUp", "No label: "),
        ("relevance", "2", "ArrowLeft", "No grade: "),
        ("disputed_relevance", "3", "ArrowLeft", "No label: "),
    ],
)
def test_a_label_taken_back_is_announced_each_time(
    sit: Sit, kind: str, key: str, back: str, words: str
) -> None:
    page = sit(kind).page
    here = page.url
    press(page, key)
    if kind != "assignment":
        expect(page).not_to_have_url(here)
    press(page, back)
    expect(page).to_have_url(here)
    press(page, "Backspace")
    expect(page.locator("#live")).to_contain_text(words)
    page.evaluate(HEAR)
    press(page, "Backspace")
    expect(page.locator("#live")).to_contain_text(words)
    first, second = page.evaluate("heard")
    assert first == ""  # a repeated message is announced again
    assert second.startswith(words)


def test_words_are_cut_between_words(sit: Sit) -> None:
    page = sit("relevance").page
    long = "The harbours of the north freeze late because of their brine"
    short = "The harbours of the north freeze late because of…"
    assert page.evaluate(BRIEF, long) == short
    assert page.evaluate(BRIEF, "x" * 60) == "x" * 50 + "…"
    assert page.evaluate(BRIEF, "x" * 50) == "x" * 50
    assert page.evaluate(BRIEF, f"{'x' * 24} {'y' * 25} z") == f"{'x' * 24} {'y' * 25}…"


def test_an_undo_names_the_passage_it_is_about(sit: Sit) -> None:
    page = sit("answers").page
    press(page, "p u")
    expect(page.locator("#say")).to_have_text(
        re.compile(r"^Undone: passage \d+, .+ not used$")
    )


def test_nothing_lies_over_the_number_of_a_new_span(sit: Sit) -> None:
    page = sit("spans").page
    press(page, "ArrowDown Enter")
    number = page.locator("#passage [data-opens]")
    expect(number).to_have_count(1)
    assert page.evaluate("getSelection().isCollapsed")
    press(page, "ArrowDown")
    page.wait_for_function("() => !getSelection().isCollapsed")
    chosen = page.evaluate("String(getSelection())")
    assert chosen
    assert chosen not in number.inner_text()


@pytest.mark.parametrize(
    ("kind", "keys"),
    [
        ("nuggets", "d"),
        ("subnarratives", "d"),
        ("spans", "d"),
        ("answers", "Enter a Escape d"),
        ("relevance", "2 2 2"),
    ],
)
def test_the_last_page_shows_its_key_and_escape_goes_back(
    sit: Sit, kind: str, keys: str
) -> None:
    page = sit(kind).page
    here = page.url.split("?")[0]
    for key in keys.split():
        before = page.url
        press(page, key)
        if kind == "relevance":
            expect(page).not_to_have_url(before)
            ready(page)
    expect(page.locator("body")).not_to_have_class(re.compile("judging"))
    page.wait_for_selector("main [data-key~=Enter] kbd")
    expect(page.locator("main [data-key~=Enter] kbd").first).to_have_text("Enter")
    press(page, "Escape")
    expect(page.locator("body")).to_have_class(re.compile("judging"))
    assert kind == "relevance" or page.url.split("?")[0] == here


def test_a_wrong_password_leads_to_the_password(
    ada: User, live_server: LiveServer, browser_page: Page
) -> None:
    page = browser_page
    page.goto(f"{live_server.url}/accounts/sign-in/")
    expect(page.locator("[name=username]")).to_be_focused()
    page.keyboard.type("ada")
    page.focus("[name=password]")
    page.keyboard.type("wrong")
    press(page, "Enter")
    expect(page.locator(".errorlist")).to_be_visible()
    expect(page.locator("[name=password]")).to_be_focused()
    assert page.input_value("[name=username]") == "ada"
