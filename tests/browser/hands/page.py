"""What tests do at any page: press keys, wait for loading and saving."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeAlias

import pytest

from tests.stacks.browser import PATIENCE

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

NOTHING_WAITS = (
    "() => Object.keys(localStorage).every(key => !/outbox|draft/.test(key))"
    " && document.querySelector('#save-state').dataset.state === 'saved'"
)

# The next page of the work is fetched as soon as this one's scripts have run.
NEXT_IS_THERE = """() => {
  const { then, resume } = document.getElementById("sheet")?.dataset ?? {};
  if (!then || then === resume) return true;
  const next = new URL(then, location.href).href;
  return performance.getEntriesByName(next).length > 0;
}"""

# A key's scrolling takes many frames: after ten without any, it is over.
NOTHING_MOVES = """() => new Promise((done) => {
  const every = () => [...document.querySelectorAll("*")];
  const tops = () => every().map((node) => node.scrollTop).join();
  let [at, still] = [tops(), 0];
  const look = () => {
    const now = tops();
    still = now === at ? still + 1 : 0;
    at = now;
    if (still < 10) requestAnimationFrame(look);
    else done(true);
  };
  requestAnimationFrame(look);
})"""


# Everything that follows directly from a response or an event is done, with promises.
A_TURN = "() => new Promise((done) => setTimeout(() => setTimeout(done)))"


def ready(page: Page) -> None:
    """Wait until a page, its scripts and the next page of the work are loaded."""
    page.wait_for_load_state()
    page.wait_for_function(NEXT_IS_THERE)


def press(page: Page, keys: str) -> None:
    """Press one key after the other."""
    for key in keys.split():
        page.keyboard.press(key)


def still(page: Page) -> None:
    """Wait until nothing scrolls."""
    page.evaluate(NOTHING_MOVES)


def saved(page: Page) -> None:
    """Wait until nothing waits to be sent."""
    page.wait_for_function(NOTHING_WAITS)


def last_labels(page: Page, key: str = "r") -> None:
    """Open the list of the last labels, at its first."""
    press(page, key)
    page.wait_for_selector("#recent .recents a:focus")


def retry(page: Page) -> None:
    """Send at once what waits, as the list of it offers."""
    page.evaluate("document.querySelector('#waiting [data-retry]').click()")


def preferred(page: Page) -> None:
    """Wait until no reading preference waits to be sent."""
    page.wait_for_function(
        "() => !Object.keys(localStorage).some(key => key.includes('reading'))"
    )


def turned(page: Page) -> None:
    """Wait until the page has handled the events so far."""
    page.evaluate(A_TURN)


# What tells why something that was waited for did not come.
STATE = """() => JSON.stringify({
  address: location.href,
  says: [...document.querySelectorAll("#say, #early, #live")]
    .map((node) => node.textContent),
  focus: document.activeElement?.outerHTML.slice(0, 200),
  dialogs: document.querySelectorAll("dialog[open]").length,
  keys: [...document.querySelectorAll("[data-key]")].map((node) => node.dataset.key),
  fetched: performance.getEntriesByType("resource").slice(-5).map((each) => each.name),
}, null, 1)"""


# If it is not intercepted, it is a file that the server has.
PROBE = "*/static/components/tokens.css?probe"
SEND_PROBE = """(probe) => fetch(probe.slice(1), { cache: "no-store" })
  .then((response) => response.status, () => 0)"""

Address: TypeAlias = str | re.Pattern[str]


@contextmanager
def with_clock(page: Page) -> Iterator[Page]:
    """Open a page again with a clock that the test can advance.

    It gets its own profile, because a clock cannot be removed.
    """
    browser = page.context.browser
    assert browser
    storage: Any = page.context.storage_state()
    size: Any = page.viewport_size
    context = browser.new_context(storage_state=storage, viewport=size)
    context.set_default_timeout(PATIENCE)
    try:
        tab = context.new_page()
        tab.clock.install()
        # The clock does not know what was fetched: the browser does.
        tab.goto(page.url, wait_until="networkidle")
        yield tab
    finally:
        context.close()


def come(page: Page, here: Callable[[], bool], what: str) -> None:
    """Process the browser's events until a condition holds, 30 seconds at most."""
    deadline = time.monotonic() + 30
    while not here():
        if time.monotonic() > deadline:
            pytest.fail(f"{what} did not come; {page.evaluate(STATE)}")
        page.wait_for_timeout(5)  # Playwright gets events only while it waits


def intercept(page: Page, address: Address, take: Callable[[Route], object]) -> None:
    """Route requests for an address; return once the page's requests are intercepted.

    Chromium confirms an interception before the page's own process knows about it: what
    its scripts request directly afterwards can miss the route.
    """
    page.route(address, take)
    page.route(f"*{PROBE}", lambda route: route.fulfill(status=204))
    probe(page)
    page.unroute(f"*{PROBE}")


def probe(page: Page) -> None:
    """Wait until the requests of a page are intercepted."""
    if page.url.startswith("http"):
        come(page, lambda: page.evaluate(SEND_PROBE, PROBE) == 204, "interception")


def hold(page: Page, address: Address) -> list[Route]:
    """Return the requests for an address as they arrive; none gets a response."""
    held: list[Route] = []

    def take(route: Route) -> None:
        held.append(route)

    intercept(page, address, take)
    return held


def held_up(page: Page, held: list[Route], number: int) -> Route:
    """Wait until that many requests are held, and return the last of them."""
    come(page, lambda: len(held) >= number, f"{number} requests")
    return held[number - 1]
