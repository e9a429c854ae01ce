"""Work is finished once, however often its button is pressed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from pytest_django.live_server_helper import LiveServer

from tests.browser.hands.keyboard import WALKS, Hand
from tests.browser.hands.page import held_up, hold, press
from tests.browser.hands.screens import SCREENS, TURNING
from tests.browser.rooms.seats import make_seat
from tests.browser.rooms.works import WORKS

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]

BUTTON = "form[action*='/finish/'] button[data-key~='{}']"


class ImpatientHand(Hand):
    """Presses the key that finishes again before the first response."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.statuses: tuple[int, int] | None = None  # the first answer, the second

    def press(self, keys: str) -> None:
        """Press keys; the one that finishes is pressed twice."""
        self.page.wait_for_load_state()
        if self.page.locator(BUTTON.format(keys)).count():
            self._press_twice(keys)
        else:
            super().press(keys)

    def _press_twice(self, key: str) -> None:
        held = hold(self.page, "**/finish/")
        press(self.page, key)
        first = held_up(self.page, held, 1).fetch(max_redirects=0)
        press(self.page, key)
        second = held_up(self.page, held, 2).fetch(max_redirects=0)
        self.statuses = first.status, second.status
        assert first.headers["location"] == second.headers["location"]
        held[1].fulfill(response=second)


# Screens of items end at one page, with one script; each list finishes in its own.
END_ALIKE = SCREENS.keys() - TURNING


@pytest.mark.parametrize(
    "kind",
    [
        pytest.param(kind, marks=pytest.mark.broad if kind in END_ALIKE else ())
        for kind in WORKS
    ],
)
def test_finish_that_is_pressed_twice_finishes_once(
    live_server: LiveServer, db: None, browser_context: BrowserContext, kind: str
) -> None:
    seat = make_seat(kind, live_server.url, browser_context)
    hand = ImpatientHand(seat.page)
    WALKS[kind](hand)
    assert hand.statuses == (302, 302)
    assert not seat.page.locator(".message:is(.error, .warning)").count()
    seat.work.refresh_from_db()
    assert seat.work.finished_at is not None
