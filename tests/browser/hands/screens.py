"""A person at a screen of items, who types faster than pages come."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.hands.held_responses import Holding
from tests.browser.hands.page import held_up, intercept, press, saved
from tests.browser.rooms.seats import Seat

if TYPE_CHECKING:
    from playwright.sync_api import Page, Request, Route

# For each screen: two keys that label.
SCREENS = {
    "relevance": ("2", "0"),
    "assignment": ("1", "3"),
    "support": ("1", "3"),
    "support over a model's": ("1", "3"),
    "need": ("1", "0"),
    "ptkb": ("1", "2"),
    "exam": ("4", "1"),
    "match": ("1", "2"),
    "disputed_relevance": ("3", "0"),
    "disputed_assignment": ("1", "3"),
    "disputed_support": ("1", "3"),
    "disputed_ptkb": ("1", "2"),
    "disputed_exam": ("4", "1"),
}
SAME_SCRIPT = (  # as other screens
    "need",
    "support over a model's",
    "disputed_assignment",
    "disputed_support",
    "disputed_ptkb",
    "disputed_exam",
)
ONE_PAGE = ("ptkb",)
# Pages turn and keys repeat in scripts that all screens share, but for two: one for
# items that come one by one, and one for sheets of items.
TURNING = ("relevance", "support")
PAGES = re.compile(r"^http://[^/]+/work/[-0-9a-f]+/[a-z_]+/([-0-9a-f]+/)?$")  # of items
OPENING = "The next page is opening: press again then."
REFUSED = re.compile("press again then|is done")
LABELS = """() => {
  const sheet = document.getElementById("sheet");
  const rows = [...sheet.querySelectorAll(":is(.pair, .nugget)[data-value]")];
  const labels = rows.map((row) => [row.id, row.dataset.value]);
  if (rows.length) return Object.fromEntries(labels);
  const given = sheet.querySelector(".labels [name=value][aria-pressed=true]");
  return { [sheet.dataset.name]: given?.value ?? "" };
}"""
IN_HAND = """() => {
  const sheet = document.getElementById("sheet");
  return sheet.dataset.name ?? sheet.querySelector(":is(.pair, .nugget).lit")?.id ?? "";
}"""
VALUE = """(key) => {
  const buttons = [...document.querySelectorAll("#sheet button[data-key]")];
  const button = buttons.find((each) => each.dataset.key.split(" ").includes(key));
  return button.dataset.value ?? button.value;
}"""
END = "new URL(document.getElementById('sheet').dataset.resume, location).href"
KEYS_OF = """() => [...document.querySelectorAll("[data-key]:not(dialog *)")].flatMap(
  (each) => each.dataset.key.split(" ")
)"""
NOTE_SAID = """() => new MutationObserver((changes) => {
  const said = changes.flatMap(({ addedNodes: [text] }) => text?.data ?? []);
  const before = JSON.parse(sessionStorage.getItem("said") ?? "[]");
  sessionStorage.setItem("said", JSON.stringify([...before, ...said]));
}).observe(document.getElementById("say"), { childList: true })"""
DRAWN = """() => new Promise((done) => {
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)));
})"""
Where = tuple[str, str]  # the address of a page, and an item on it


def is_page(request: Request) -> bool:
    return PAGES.search(request.url) is not None


def hold_whole(page: Page) -> list[Route]:
    """Return the requests for plainly loaded pages, as they arrive."""
    held: list[Route] = []

    def take(route: Route) -> None:
        if route.request.resource_type == "document":
            held.append(route)
        else:
            route.fallback()

    intercept(page, "**/*", take)
    return held


class Leaving:
    """A page that is being left for a plainly loaded page, which is held.

    Playwright cannot read such a page: the page itself records its messages.
    """

    def __init__(self, page: Page, button: str) -> None:
        self.page = page
        self.keys: list[str] = [*page.evaluate(KEYS_OF), "Escape"]
        self.box = page.locator(button).first.bounding_box()
        page.evaluate(NOTE_SAID)
        self.end = hold_whole(page)

    def is_refused_each_key(self) -> None:
        """Press all keys of the page, and check that each press is visibly refused."""
        address = self.page.url
        held_up(self.page, self.end, 1)
        press(self.page, " ".join(self.keys))
        assert self.box
        self.page.mouse.click(self.box["x"] + 5, self.box["y"] + 5)
        self.end[0].continue_()
        self.page.wait_for_url(lambda url: url != address)
        self.page.unroute_all()
        said = self.page.evaluate("JSON.parse(sessionStorage.getItem('said'))")
        assert said.count(OPENING) == len([*self.keys, "click"])


class Hands:
    """A person at a screen, and the expected labels."""

    def __init__(self, seat: Seat, kind: str) -> None:
        self.page = seat.page
        self.one, self.other = SCREENS[kind]
        self.first = self.page.url
        self.second = self.then()
        self.others = () if kind in ONE_PAGE else (self.second,)
        self.expected: dict[Where, str] = {}

    def then(self) -> str:
        """Return the address of the page after this one."""
        then: str = self.page.evaluate(
            "new URL(document.getElementById('sheet').dataset.then, location).href"
        )
        return then

    def leave_all(self) -> Leaving:
        """Finish every page, including the last one."""
        seen = {self.first, self.page.evaluate(END)}
        while (then := self.then()) not in seen:
            self.leave()
            self.at(then)
            seen.add(then)
        leaving = Leaving(self.page, "#sheet .labels button")
        if self.is_sheet:
            self.leave()
        else:
            self.expected[self.in_hand()] = self.page.evaluate(VALUE, self.one)
            press(self.page, self.one)
        return leaving

    def begin(self, url: str = "") -> Holding:
        """Open a page again; every page after it is held."""
        self.page.goto("about:blank")  # nothing that the page before asks for is held
        held = Holding(self.page, "*/work/*", PAGES)
        self.page.goto(url or self.first)
        self.page.wait_for_load_state()
        return held

    def in_hand(self) -> Where:
        return self.page.url, self.page.evaluate(IN_HAND)

    def label(self, key: str) -> bool:
        """Press a key that labels; return whether it was accepted."""
        item, value = self.in_hand(), self.page.evaluate(VALUE, key)
        press(self.page, key)
        if REFUSED.search(self.page.inner_text("#say")):
            assert self.in_hand() == item
            return False
        self.expected[item] = value
        return True

    def label_all(self, key: str) -> None:
        """Label all items of a page; the last label of a sheet does not move on."""
        for _ in range(len(self.page.evaluate(LABELS))):
            assert self.label(key)

    def leave(self) -> None:
        """Finish the page, so that the next one is requested."""
        self.label_all(self.one)
        if self.is_sheet:
            saved(self.page)  # otherwise the last page of a work is not requested yet
            press(self.page, "Enter")

    def go_back_to(self, item: Where) -> None:
        """Go back to an item whose label was given last."""
        if self.is_sheet:
            press(self.page, "ArrowUp")
        else:
            self.at(self.second)
            press(self.page, "ArrowLeft")
        self.at(item[0])
        assert self.in_hand() == item

    def take_up(self) -> None:
        """Select the last item of a page if a sheet has no current one."""
        if self.is_sheet:
            press(self.page, "ArrowUp")

    def step(self, key: str, url: str) -> None:
        """Go to the next or the previous page."""
        press(self.page, key)
        self.at(url)

    @property
    def is_sheet(self) -> bool:
        return bool(self.page.locator("#sheet [data-act=up]").count())

    @property
    def given(self) -> list[Where]:
        return list(self.expected)

    def let_in(self, held: Holding) -> None:
        """Release all pages, and wait until the page had time to show them."""
        with self.page.expect_event("requestfinished", predicate=is_page):
            held.open()
        self.page.evaluate(DRAWN)

    def says(self, words: str | re.Pattern[str]) -> None:
        expect(self.page.locator("#say")).to_contain_text(words)

    def at(self, url: str) -> None:
        expect(self.page).to_have_url(url)

    def as_expected(self) -> None:
        """Compare what each page shows with the given labels, now and reloaded."""
        here = self.page.evaluate(LABELS)
        shown_here = self.page.url
        saved(self.page)
        shown = self.as_given({self.first, *self.others, shown_here})
        assert shown[shown_here] == here

    def as_given(self, urls: set[str]) -> dict[str, dict[str, str]]:
        """Compare what reloaded pages show with the given labels; return it."""
        all_shown = {}
        for url in urls:
            self.page.goto(url)
            shown = all_shown[url] = self.page.evaluate(LABELS)
            given = {item: self.expected.get((url, item), "") for item in shown}
            assert shown == given
        return all_shown


Sit = Callable[[str], Hands]


def screens(
    kinds: Iterable[str], usual: Container[str] = SCREENS
) -> pytest.MarkDecorator:
    """Return a row for each screen; the usual ones with own scripts are not broad."""
    rows = [
        pytest.param(
            kind,
            marks=pytest.mark.broad if kind in SAME_SCRIPT or kind not in usual else (),
        )
        for kind in kinds
    ]
    return pytest.mark.parametrize("kind", rows)


every_screen = screens(SCREENS)
turning_screens = screens(SCREENS, TURNING)
screens_of_pages = screens((kind for kind in SCREENS if kind not in ONE_PAGE), TURNING)
