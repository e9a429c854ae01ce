"""Every page fits narrow and enlarged windows, and keeps in sight what is judged."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.hands.axe import NARROW, TWICE
from tests.browser.hands.page import intercept, press, ready, still
from tests.browser.hands.probes import (
    CLIPPED,
    COVERED,
    OUT_OF_SIGHT,
    OVERLAPPING,
    SMALL,
    WIDE,
    probe,
)
from tests.browser.rooms.campaign import Campaign
from tests.browser.rooms.pages import JUDGING, PAGES

if TYPE_CHECKING:
    from playwright.sync_api import Route

pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]

PHONE = (390, 844)
PROBES = {
    "scrolls sideways": WIDE,
    "clipped": CLIPPED,
    "overlapping": OVERLAPPING,
    "too small a target": SMALL,
    "focused behind something": COVERED,
}
SETTLING = ("assess:disputed_relevance_item", "assess:disputed_assignment_item")
LISTS = ("nuggets:assign_response", "nuggets:edit")
LISTS_FIRST = (
    *LISTS,
    *(
        pytest.param(name, marks=pytest.mark.broad)
        for name in (*JUDGING, *SETTLING)
        if name not in LISTS
    ),
)
SCROLLED = ("nuggets:answer", *SETTLING)  # arrow keys choose nothing there
STEPS = "ArrowDown ArrowDown"
OPENS_A_BOX = ("nuggets:edit", "assess:subnarratives")
NOT_SAVED = """async () => (await import("/static/outbox/save_state.js")).note(
  "test", "unsaved", {brief: "Offline · 13 kept here", words: "no connection"})"""
FOCUSED_BEFORE = "document.querySelector('.listing').scrollTop = 6;"
STANDING = {"scrolls sideways": WIDE, "clipped": CLIPPED}


@pytest.mark.broad
@pytest.mark.parametrize("name", PAGES)
def test_it_fits_a_narrow_window_and_twice_the_size(
    campaign: Campaign, name: str
) -> None:
    for person, path, _text in campaign.seen(name):
        page = campaign.open(person, path)
        for width, height in (NARROW, TWICE):
            page.set_viewport_size({"width": width, "height": height})
            asked = PROBES if width == 320 or name in JUDGING else STANDING
            found = {word: probe(page, which) for word, which in asked.items()}
            assert {word: found[word] for word in found if found[word]} == {}, (
                f"{path} for {person}, {width} wide"
            )


@pytest.mark.parametrize("name", LISTS_FIRST)
def test_what_is_judged_stays_in_sight(campaign: Campaign, name: str) -> None:
    for width, height in (NARROW, TWICE, PHONE):
        page = campaign.page("bea")
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"{campaign.server.url}{campaign.path(name)}")
        ready(page)
        still(page)
        assert probe(page, OUT_OF_SIGHT) == [], f"on arrival, {width} wide"
        page.evaluate(NOT_SAVED)
        if name not in SCROLLED:
            press(page, f"{STEPS} e" if name in OPENS_A_BOX else STEPS)
        still(page)
        assert probe(page, OUT_OF_SIGHT) == [], f"not saved, {width} wide"


def test_the_buttons_that_a_script_shows_hide_nothing(campaign: Campaign) -> None:
    """A focus set before the buttons appear would scroll to the wrong place."""

    def after_the_focus(route: Route) -> None:
        found = route.fetch()
        route.fulfill(response=found, body=f"{FOCUSED_BEFORE}{found.text()}")

    page = campaign.page("bea")
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    intercept(page, "**/nugget_editor*.js", after_the_focus)
    page.goto(f"{campaign.server.url}{campaign.path('nuggets:edit')}")
    ready(page)
    still(page)
    page.unroute_all()
    assert probe(page, OUT_OF_SIGHT) == []
