"""Fast typing on a slow network: each of many random keys acts where it was pressed.

When a key arrives, the page records its current item before any of our scripts gets the
key. It also records what it shows when it is left.
"""

from __future__ import annotations

import random
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Error
from pytest_django.live_server_helper import LiveServer

from tests.browser.hands.lists import LISTS
from tests.browser.hands.page import intercept
from tests.browser.hands.screens import IN_HAND, LABELS, REFUSED, SCREENS
from tests.browser.rooms.profiles import STILL
from tests.browser.rooms.seats import make_seat
from tests.browser.rooms.works import WORKS, WORKS_OF_ITEMS

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page, Route

pytestmark = [pytest.mark.browser, pytest.mark.broad, pytest.mark.stack("embedded")]

KEYS = 40
PAUSE = 250  # milliseconds between two keys, at most
MOVES = [
    "ArrowLeft",
    "ArrowRight",
    "ArrowUp",
    "ArrowDown",
    "Escape",
    "Enter",
    "r Enter",
]
DOUBLE = "double click"  # on a button that labels
# For each list: keys that edit it, and those that move.
LIST_KEYS = {
    "nuggets": ("v o x u y Shift+ArrowDown Shift+ArrowUp", "ArrowDown ArrowUp ] ["),
    "subnarratives": ("v o x u y Shift+ArrowDown", "ArrowDown ArrowUp"),
    "spans": ("Enter x u y", "ArrowDown Shift+ArrowDown j k ] ["),
    "answers": ("x p i u y", "ArrowDown ArrowUp ] ["),
}
LIST_SHOWN = """(rows) => {
  const words = (node) => node?.value ?? node?.textContent.trim() ?? "";
  const all = [...document.querySelectorAll(rows)].map((text) => [
    words(text.closest(".nugget").querySelector(".importance")), words(text)]);
  const rest = ["#text", "#used", "#position"].map((at) => document.querySelector(at));
  return JSON.stringify([all, rest.map(words)]);
}"""
# A tab's `delay` delays each request, and each response, by a random part of it.
SLOW = f"""(() => {{
  const delay = Number(sessionStorage.getItem("delay"));
  if (!delay) return;
  const ask = window.fetch;
  const wait = () => new Promise((done) => setTimeout(done, Math.random() * delay));
  window.fetch = async (...what) => {{
    await wait();
    const answer = await ask(...what);
    await wait();
    return answer;
  }};
  const store = (name, value) => sessionStorage.setItem(name, JSON.stringify(value));
  const stored = (name, none) => JSON.parse(sessionStorage.getItem(name)) ?? none;
  const see = () => {{
    if (!document.getElementById("sheet")?.querySelector(".labels")) return;
    const address = location.href.split("#")[0];
    store("seen", {{ ...stored("seen", {{}}), [address]: ({LABELS})() }});
  }};
  const replace = Element.prototype.replaceWith;
  Element.prototype.replaceWith = function (...nodes) {{
    if (this.id === "sheet") see();
    return replace.apply(this, nodes);
  }};
  addEventListener("pagehide", see);
  // Before its scripts have run, a page sends a label as a form, and is left by it.
  const given = "#sheet .labels [aria-pressed]";
  addEventListener("submit", ({{ defaultPrevented, submitter }}) => {{
    if (defaultPrevented || !submitter?.matches(given)) return;
    for (const each of submitter.parentNode.querySelectorAll("[aria-pressed]")) {{
      each.setAttribute("aria-pressed", String(each === submitter));
    }}
  }});
  let pressed = null;
  const labels = "#sheet .labels :is(button[value], button[data-value])";
  const note = (button) => {{
    pressed = null;
    if (!button?.matches(labels) || document.querySelector("dialog[open]")) return;
    document.getElementById("say").textContent = "";
    pressed = [location.href, ({IN_HAND})(), button.dataset.value ?? button.value];
  }};
  addEventListener("keydown", ({{ key }}) => {{
    const button = `#sheet button[data-key~="${{CSS.escape(key)}}"]`;
    note(document.querySelector(button));
  }}, {{ capture: true }});
  addEventListener("click", ({{ isTrusted, detail, target }}) => {{
    if (isTrusted) note(detail < 2 ? target.closest("button") : null);
  }}, {{ capture: true }});
  const take = ({{ isTrusted }}) => {{
    if (!pressed || !pressed[1] || !isTrusted) return;
    if (/{REFUSED.pattern}/.test(document.getElementById("say").textContent)) return;
    store("taken", [...stored("taken", []), pressed]);
    pressed = null;
  }};
  for (const kind of ["keydown", "click"]) addEventListener(kind, take);
}})()"""
WHERE = """(buttons) => {
  const box = document.querySelector(buttons)?.getBoundingClientRect();
  return box?.width && !document.querySelector("dialog[open]")
    ? [box.x + box.width / 2, box.y + box.height / 2] : null;
}"""
BUTTONS = ":is(#sheet .labels button[data-key], button[data-key=x])"
SHOWN = f"""() => document.getElementById("sheet")
  ? [location.href, ({LABELS})()] : [location.href, {{}}]"""
TRIES = 5
SENT = 180_000  # milliseconds: labels are sent one after the other
NOTHING_WAITS = """() => Object.keys(localStorage).every(
  (key) => !/outbox|draft/.test(key)
)"""
SEEN = """JSON.parse(sessionStorage.getItem("seen") ?? "{}")"""
TAKEN = """JSON.parse(sessionStorage.getItem("taken") ?? "[]")"""
Labels = dict[str, dict[str, str]]  # address of a page → item → label


def slow_page(kind: str, delay: int, server: str, profile: BrowserContext) -> Page:
    """Open a first page with a slow network, as for every page after it."""
    first = make_seat(kind, server, profile, {**WORKS, **WORKS_OF_ITEMS}).page
    page = profile.new_page()  # closed after the test, and its script with it
    page.add_init_script(SLOW)
    intercept(page, "**/finish/", stay_open)
    page.goto(first.url)
    first.goto(f"{server}{STILL}")
    page.evaluate("(delay) => sessionStorage.setItem('delay', delay)", str(delay))
    page.reload()
    return page


def stay_open(route: Route) -> None:
    """Finish no work: its last page would accept an Enter."""
    if route.request.method == "POST":
        route.fulfill(status=204)
    else:
        route.continue_()


def press_at_random(page: Page, keys: list[str], seed: int) -> None:
    draw = random.Random(seed)  # noqa: S311
    for _ in range(KEYS):
        drawn = draw.choice(keys)
        if drawn == DOUBLE:
            double_click(page)
        else:
            for key in drawn.split():
                page.keyboard.press(key)
        page.wait_for_timeout(draw.uniform(0, PAUSE))


def double_click(page: Page) -> None:
    """Double-click a button that labels, or deletes."""
    with suppress(Error):  # a page that is loading has none
        where = page.evaluate(WHERE, BUTTONS)
        if where:
            page.mouse.dblclick(*where)


def read(page: Page, script: str) -> Any:  # noqa: ANN401
    """Read a tab that may be loading another page."""
    for _ in range(TRIES):
        with suppress(Error):  # the page has been left
            return page.evaluate(script)
        page.wait_for_load_state()
    return page.evaluate(script)


def shown_anew(page: Page, addresses: set[str]) -> Labels:
    """Return the content of reloaded pages once the server has everything."""
    page.wait_for_function(NOTHING_WAITS, timeout=SENT)
    anew = page.context.new_page()  # with a fast network
    try:
        return {url: _labels_at(anew, url) for url in addresses}
    finally:
        anew.close()


def _labels_at(page: Page, url: str) -> dict[str, str]:
    page.goto(url)
    shown: dict[str, str] = page.evaluate(SHOWN)[1]
    return shown


slow = pytest.mark.parametrize("delay", [150, 500, 1500])
screen = pytest.mark.parametrize("kind", SCREENS)


@slow
@screen
def test_each_label_is_on_what_was_in_hand(
    kind: str, delay: int, live_server: LiveServer, browser_context: BrowserContext
) -> None:
    page = slow_page(kind, delay, live_server.url, browser_context)
    first = page.url
    labels = SCREENS[kind]
    press_at_random(page, [*labels * 3, *MOVES, DOUBLE], seed=delay)
    taken = read(page, TAKEN)
    assert len(taken) > 2
    given: Labels = {first: {}, **{url: {} for url in read(page, SEEN)}}
    for url, item, value in taken:
        given.setdefault(url, {})[item] = value
    shown = shown_anew(page, set(given))
    assert shown == {
        url: {item: given[url].get(item, "") for item in items}
        for url, items in shown.items()
    }


@slow
@screen
def test_with_undo_the_page_is_as_the_database(
    kind: str, delay: int, live_server: LiveServer, browser_context: BrowserContext
) -> None:
    page = slow_page(kind, delay, live_server.url, browser_context)
    keys = [*SCREENS[kind] * 3, *MOVES, DOUBLE, "u", "u"]
    press_at_random(page, keys, seed=delay + 1)
    assert read(page, TAKEN)
    page.wait_for_function(NOTHING_WAITS, timeout=SENT)
    url, shown = read(page, SHOWN)
    seen = {**read(page, SEEN), **({url: shown} if shown else {})}
    assert shown_anew(page, set(seen)) == seen


@slow
@pytest.mark.parametrize("kind", LISTS)
def test_a_list_is_as_the_database(
    kind: str, delay: int, live_server: LiveServer, browser_context: BrowserContext
) -> None:
    page = slow_page(kind, delay, live_server.url, browser_context)
    edits, moves = (keys.split() for keys in LIST_KEYS[kind])
    press_at_random(page, [*edits * 2, *moves, DOUBLE, "Escape"], seed=delay)
    page.wait_for_function(NOTHING_WAITS, timeout=SENT)
    rows = LISTS[kind].rows
    anew = browser_context.new_page()
    anew.goto(page.url)
    expected = anew.evaluate(LIST_SHOWN, rows)
    anew.close()
    page.wait_for_function(
        f"([rows, expected]) => ({LIST_SHOWN})(rows) === expected",
        arg=[rows, expected],
    )
