"""Browser profiles, reused: emptied between two tests, except for the cache.

A new profile for each test would fetch and compile every script again, and a new tab
would start a process.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from playwright.sync_api import Error

from tests.browser.hands.held_responses import close_all
from tests.browser.rooms.static_server import IN_HAND
from tests.stacks.browser import PATIENCE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize

DESKTOP: ViewportSize = {"width": 1280, "height": 800}
STILL = "/static/components/tokens.css"  # a page of the server without scripts
FORGET = "() => { localStorage.clear(); sessionStorage.clear(); }"


class Profiles:
    """Profiles with one tab each, no cookies and nothing stored.

    A test uses a profile with one server. Changes that cannot be undone (a script for
    each page, a Python function) belong on a tab of the test's own.
    """

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.free: list[BrowserContext] = []

    def take(self) -> BrowserContext:
        """Return an empty profile."""
        return self.free.pop() if self.free else self._new()

    def give_back(self, profile: BrowserContext) -> None:
        """Empty a profile for the next test; drop one that broke."""
        try:
            self._empty(profile)
        except Error:
            with suppress(Error):
                profile.close()
        else:
            self.free.append(profile)

    def _new(self) -> BrowserContext:
        profile = self.browser.new_context(viewport=DESKTOP)
        profile.set_default_timeout(PATIENCE)
        profile.new_page()
        return profile

    def _empty(self, profile: BrowserContext) -> None:
        tab, *others = profile.pages
        for page in others:
            page.close()
        profile.set_offline(offline=False)
        close_all()
        profile.unroute_all()
        tab.unroute_all()
        _leave(tab)
        # Requests that the page sent while it was left may set a cookie.
        IN_HAND.wait_for_none()
        profile.clear_cookies()


def _leave(tab: Page) -> None:
    """Leave the page, and delete what it stored; the tab is then like a new one."""
    server = "/".join(tab.url.split("/")[:3])
    if server.startswith("http"):
        tab.goto(f"{server}{STILL}")
        tab.evaluate(FORGET)
    tab.set_viewport_size(DESKTOP)
    tab.emulate_media(
        media="null", color_scheme="null", reduced_motion="null", forced_colors="null"
    )
    tab.mouse.move(0, 0)
