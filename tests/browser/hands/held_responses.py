"""Responses that arrive when a test releases them: no clock, any order."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from playwright.sync_api import Error

from tests.browser.hands.page import PROBE, come, probe

if TYPE_CHECKING:
    from playwright.sync_api import CDPSession, Page

OPEN: list[Holding] = []


class Held(NamedTuple):
    """One pending request, by the name that the browser gives it."""

    id: str
    url: str


class Holding:
    """The requests of a page's scripts to some addresses, each held until its release.

    Pages that the browser loads plainly are never held. The browser itself holds the
    requests: with a route of Playwright's, it would load every script of each page
    again, past its cache.

    address: with `*` for any characters. only: of these, those that match. cached: the
    browser may take from its cache what it would request otherwise.
    """

    def __init__(
        self,
        page: Page,
        address: str,
        only: re.Pattern[str] | None = None,
        *,
        cached: bool = True,
    ) -> None:
        self._page, self._only = page, only
        self._held: list[Held] = []
        self._is_open = False
        self.count = 0  # of all requests so far
        self._browser: CDPSession = page.context.new_cdp_session(page)
        self._browser.on("Fetch.requestPaused", self._take)
        patterns = [{"urlPattern": address}, {"urlPattern": PROBE}]
        self._browser.send("Fetch.enable", {"patterns": patterns})
        if not cached:
            self._browser.send("Network.setCacheDisabled", {"cacheDisabled": True})
        OPEN.append(self)
        probe(page)

    def _take(self, paused: dict[str, Any]) -> None:
        held = Held(paused["requestId"], paused["request"]["url"])
        if held.url.endswith(PROBE.strip("*")):
            self._fulfill(held, 204)
        elif paused["resourceType"] != "Document" and self._holds(held.url):
            self.count += 1
            self._held.append(held)
        else:
            self._let_go(held)

    def _holds(self, url: str) -> bool:
        is_held = not self._only or self._only.search(url) is not None
        return is_held and not self._is_open

    def _let_go(self, held: Held) -> None:
        with suppress(Error):  # the page gave it up
            self._browser.send("Fetch.continueRequest", {"requestId": held.id})

    def _fulfill(self, held: Held, status: int) -> None:
        answer = {"requestId": held.id, "responseCode": status}
        self._browser.send("Fetch.fulfillRequest", answer)

    def wait_for(self, count: int) -> None:
        """Return once so many requests have come, released ones included."""
        come(self._page, lambda: self.count >= count, f"{count} requests")

    def release(self, place: int = 0) -> None:
        """Release one: the first, or another of the waiting ones."""
        self.wait_for(self.count - len(self._held) + 1)
        self._let_go(self._held.pop(place))

    def release_page(self, address: str) -> None:
        """Release the request for one address, whatever came before it."""

        def here() -> list[int]:
            return [at for at, held in enumerate(self._held) if held.url == address]

        come(self._page, lambda: bool(here()), address)
        with self._page.expect_event(
            "requestfinished", predicate=lambda request: request.url == address
        ):
            self.release(here()[0])

    def fail(self, place: int = 0, *, status: int = 500) -> None:
        """Respond to one with a failure."""
        self.wait_for(self.count - len(self._held) + 1)
        self._fulfill(self._held.pop(place), status)

    def open(self) -> None:
        """Release all that wait, and hold none from now on."""
        self._is_open = True
        while self._held:
            self.release()

    def close(self) -> None:
        """Let the browser's requests be, as before."""
        with suppress(Error):
            self._browser.detach()


def close_all() -> None:
    """End every holding: its tab is used again."""
    while OPEN:
        OPEN.pop().close()
