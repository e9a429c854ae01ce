"""The save state is completely visible on every judging screen, in every window."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from tests.browser.hands.page import intercept, still
from tests.browser.hands.probes import CLIPPED, OVERLAPPING, WIDE, probe
from tests.browser.rooms.profiles import DESKTOP
from tests.browser.rooms.seats import Seat, make_seat
from tests.browser.rooms.works import WORKS

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page, Route

pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]
# 640 by 400 is 1280 by 800 at 200 %.
WINDOWS = ((320, 640), (390, 844), (640, 400), (1280, 800))
FIRST = {"spans": "ArrowDown Enter", "answers": "x", "nuggets": "v"}
FIRST |= {"subnarratives": "v", "disputed_relevance": "3"}
PICTURES = os.environ.get("ASSAY_PICTURES")  # a folder for pictures of the tested pages
SEEN = """() => {
  const state = document.getElementById("save-state");
  const box = state.getBoundingClientRect();
  const parts = [state, ...state.querySelectorAll("*")];
  const cut = parts.filter((part) => getComputedStyle(part).display !== "inline"
    && (part.scrollWidth > part.clientWidth + 1));
  const ellipsis = parts.some((part) => getComputedStyle(part).textOverflow !== "clip");
  const [x, y] = [box.left + box.width / 2, box.top + 2];
  const over = document.elementFromPoint(x, y);
  return {
    inside: box.left >= 0 && box.right <= innerWidth && box.top >= 0
      && box.bottom <= innerHeight,
    cut: cut.map((part) => part.outerHTML), ellipsis,
    covered: !(state.contains(over) || over.contains(state)),
  };
}"""
Sit = Callable[[str], Seat]


@pytest.fixture
def sit(live_server: LiveServer, db: None, browser_context: BrowserContext) -> Sit:
    return lambda kind: make_seat(kind, live_server.url, browser_context)


def abort(route: Route) -> None:
    route.abort()


def is_whole_and_in_sight(page: Page, where: str) -> None:
    still(page)
    seen = page.evaluate(SEEN)
    assert seen == {
        "inside": True,
        "cut": [],
        "ellipsis": False,
        "covered": False,
    }, where
    if PICTURES:
        page.screenshot(path=str(Path(PICTURES) / f"{where}.png"))


@pytest.mark.parametrize("kind", WORKS)
def test_the_save_state_is_whole_and_stays_in_sight(sit: Sit, kind: str) -> None:
    seat = sit(kind)
    page, state = seat.page, seat.page.locator("#save-state")
    idle = {"normal": state.bounding_box()}
    set_size(seat, "largest")
    idle["largest"] = state.bounding_box()
    intercept(page, "**/api/**", abort)
    seat.press(FIRST.get(kind, "1"))
    for size in ("largest", "normal"):
        if size == "normal":
            set_size(seat, size)
        expect(state).to_have_text("Offline · 1 kept here")
        assert state.bounding_box() == idle[size]
        for width, height in WINDOWS:
            page.set_viewport_size({"width": width, "height": height})
            where = f"{kind}-{size}-{width}".replace(" ", "_")
            page.evaluate("scrollTo(0, 0)")
            is_whole_and_in_sight(page, where)
            page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
            is_whole_and_in_sight(page, f"{where}-end")
            wrong = [probe(page, each) for each in (WIDE, CLIPPED, OVERLAPPING)]
            assert wrong == [[], [], []], where
        page.set_viewport_size(DESKTOP)


def set_size(seat: Seat, size: str) -> None:
    """Set the size of the person's texts, and open the page again."""
    User.objects.filter(pk=seat.person.pk).update(preferences={"size": size})
    seat.page.reload()
