"""Responses that arrive when a test releases them: no clock, any order."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from tests.browser.hands.at_page import come

if TYPE_CHECKING:
    from playwright.sync_api import APIResponse, Page, Route


class Held(NamedTuple):
    """One pending request, with its response if the server has sent it already."""

    route: Route
    answer: APIResponse | None


class Holding:
    """The requests of a page's scripts to some addresses, each held until its release.

    Pages that the browser loads plainly are never held. late: the server responds at
    once, and its response is held; otherwise the held request does not reach the
    server.
    """

    def __init__(
        self, page: Page, address: str | re.Pattern[str], *, late: bool = False
    ) -> None:
        self._page, self._late = page, late
        self._held: list[Held] = []
        self._is_open = False
        self.count = 0  # of all requests so far
        page.route(address, self._take)

    def _take(self, route: Route) -> None:
        if self._is_open or route.request.resource_type == "document":
            route.continue_()
            return
        self.count += 1
        self._held.append(Held(route, route.fetch() if self._late else None))

    def wait_for(self, count: int) -> None:
        """Return once so many requests have come, released ones included."""
        come(self._page, lambda: self.count >= count, f"{count} requests")

    def release(self, place: int = 0) -> None:
        """Release one: the first, or another of the waiting ones."""
        self.wait_for(self.count - len(self._held) + 1)
        route, answer = self._held.pop(place)
        if answer is None:
            route.continue_()
        else:
            route.fulfill(response=answer)

    def release_page(self, address: str) -> None:
        """Release the request for one address, whatever came before it."""

        def here() -> list[int]:
            held = enumerate(self._held)
            return [at for at, one in held if one.route.request.url == address]

        come(self._page, lambda: bool(here()), address)
        with self._page.expect_event(
            "requestfinished", predicate=lambda request: request.url == address
        ):
            self.release(here()[0])

    def fail(self, place: int = 0, *, status: int = 500) -> None:
        """Respond to one with a failure."""
        self.wait_for(self.count - len(self._held) + 1)
        self._held.pop(place).route.fulfill(status=status, body="")

    def open(self) -> None:
        """Release all that wait, and hold none from now on."""
        self._is_open = True
        while self._held:
            self.release()
