"""Profiles of the browser, used again: emptied between two tests, but for its cache.

A profile of its own for each test would fetch and compile every script anew.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from playwright.sync_api import Error

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page


class Profiles:
    """Profiles with one empty tab each, no cookies and nothing stored."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.free: list[BrowserContext] = []
        self.visited: set[str] = set()  # origins

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
        profile = self.browser.new_context(viewport={"width": 1280, "height": 800})
        profile.set_default_timeout(10_000)
        profile.on("page", self._watch)
        profile.new_page()
        return profile

    def _watch(self, page: Page) -> None:
        page.on("framenavigated", lambda frame: self.visited.add(origin_of(frame.url)))

    def _empty(self, profile: BrowserContext) -> None:
        left = profile.pages
        blank = profile.new_page()
        for page in left:
            page.close()
        profile.set_offline(offline=False)
        profile.unroute_all()
        profile.clear_cookies()
        devtools = profile.new_cdp_session(blank)
        for origin in self.visited:
            where = {"origin": origin, "storageTypes": "all"}
            devtools.send("Storage.clearDataForOrigin", where)
        devtools.detach()


def origin_of(url: str) -> str:
    """Return the origin that a page's data is kept under."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"
