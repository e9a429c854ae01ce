"""What a test does at any page: press keys, wait until all is saved, hold answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

NOTHING_WAITS = (
    "() => Object.keys(localStorage).every(key => !/outbox|draft/.test(key))"
    " && document.querySelector('#save-state').dataset.state === 'saved'"
)


def press(page: Page, keys: str) -> None:
    """Press one key after the other."""
    for key in keys.split():
        page.keyboard.press(key)


def saved(page: Page) -> None:
    """Wait until nothing waits to be sent."""
    page.wait_for_function(NOTHING_WAITS)


def hold(page: Page, address: str) -> list[Route]:
    """Return the requests for an address as they come: none is answered by itself."""
    held: list[Route] = []

    def take(route: Route) -> None:
        held.append(route)

    page.route(address, take)
    return held
