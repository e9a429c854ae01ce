"""A key acts once on what was visible when it was pressed, or is visibly refused.

The matrix of the screens on which items are labelled one by one: a new screen is a row
of SCREENS. Lists have theirs in tests/browser/test_fast_*.py.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.hands.at_page import held_up, press, ready, saved, with_clock
from tests.browser.hands.holding import Holding
from tests.browser.rooms.seats import Seat, make_seat
from tests.browser.rooms.works import WORKS_OF_ITEMS

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page, Request, Route

pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]

# For each screen: two keys that label.
SCREENS = {
    "relevance": ("2", "0"),
    "assignment": ("1", "3"),
    "support": ("1", "3"),
    "support over a model's": ("1", "3"),
    "ptkb": ("1", "2"),
    "disputed_relevance": ("3", "0"),
    "disputed_assignment": ("1", "3"),
    "disputed_support": ("1", "3"),
    "disputed_ptkb": ("1", "2"),
}
SAME_SCRIPT = (  # as other screens
    "support over a model's",
    "disputed_assignment",
    "disputed_support",
    "disputed_ptkb",
)
ONE_PAGE = ("ptkb",)
SHEETS = ("assignment", "support", "support over a model's", "ptkb")
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

    page.route("**/*", take)
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
        held = Holding(self.page, PAGES)
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

    def says(self, words: str) -> None:
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


@pytest.fixture
def sit(
    live_server: LiveServer, db: None, browser_context: BrowserContext
) -> Callable[[str], Hands]:
    server, profile = live_server.url, browser_context
    return lambda kind: Hands(make_seat(kind, server, profile, WORKS_OF_ITEMS), kind)


Sit = Callable[[str], Hands]


def screens(kinds: Iterable[str]) -> pytest.MarkDecorator:
    rows = [
        pytest.param(kind, marks=pytest.mark.broad if kind in SAME_SCRIPT else ())
        for kind in kinds
    ]
    return pytest.mark.parametrize("kind", rows)


every_screen = screens(SCREENS)
every_sheet = screens(SHEETS)
of_pages = screens(kind for kind in SCREENS if kind not in ONE_PAGE)
sheets_of_pages = screens(kind for kind in SHEETS if kind not in ONE_PAGE)


@of_pages
def test_an_act_while_the_next_page_comes_is_refused_and_then_acts_there(
    sit: Sit, kind: str
) -> None:
    hands = sit(kind)
    held = hands.begin()
    press(hands.page, "ArrowRight")
    assert not hands.label(hands.one)
    held.open()
    hands.at(hands.second)
    assert hands.label(hands.one)
    hands.as_expected()


@of_pages
def test_an_act_while_the_page_before_comes_is_refused_and_then_acts_there(
    sit: Sit, kind: str
) -> None:
    hands = sit(kind)
    held = hands.begin(hands.second)
    press(hands.page, "ArrowLeft")
    assert not hands.label(hands.one)
    held.open()
    hands.at(hands.first)
    assert hands.label(hands.one)
    hands.as_expected()


@of_pages
def test_a_late_page_replaces_none_at_which_its_person_stays(
    sit: Sit, kind: str
) -> None:
    hands = sit(kind)
    held = hands.begin()
    press(hands.page, "ArrowRight Escape")
    hands.says("You stay here.")
    hands.let_in(held)
    assert hands.page.url == hands.first
    assert hands.label(hands.one)
    hands.as_expected()


@every_screen
def test_a_late_page_replaces_no_item_that_was_done_and_is_stayed_with(
    sit: Sit, kind: str
) -> None:
    hands = sit(kind)
    held = hands.begin()
    hands.leave()
    press(hands.page, "Escape")
    hands.says("You stay here.")
    hands.let_in(held)
    assert hands.page.url == hands.first
    hands.take_up()
    assert hands.label(hands.other)
    hands.as_expected()


@every_screen
def test_who_stays_with_an_item_whose_next_page_failed_may_label_it_again(
    sit: Sit, kind: str
) -> None:
    hands = sit(kind)
    held = hands.begin()
    hands.leave()
    held.fail()
    hands.says("cannot be loaded yet: it opens by itself")
    press(hands.page, "Escape")
    hands.says("You stay here.")
    held.open()
    hands.take_up()
    assert hands.label(hands.other)
    hands.as_expected()


@of_pages
def test_a_page_that_was_overtaken_is_dropped(sit: Sit, kind: str) -> None:
    hands = sit(kind)
    hands.begin(hands.second).open()
    third = hands.then()
    hands.page.goto(third)
    hands.label_all(hands.one)
    saved(hands.page)
    held = hands.begin(hands.second)
    press(hands.page, "ArrowLeft")
    press(hands.page, "r Enter")  # to the label given last, on the third page
    held.release_page(third)
    hands.at(third)
    held.release_page(hands.first)
    hands.page.evaluate(DRAWN)
    hands.at(third)
    assert hands.label(hands.other)
    held.open()
    hands.as_expected()


@of_pages
def test_going_back_overtakes_a_turn_under_way(sit: Sit, kind: str) -> None:
    hands = sit(kind)
    held = hands.begin(hands.second)
    third = hands.then()
    hands.leave()
    press(hands.page, "ArrowLeft")
    held.release_page(hands.first)
    hands.at(hands.first)
    held.release_page(third)
    hands.page.evaluate(DRAWN)
    hands.at(hands.first)
    assert hands.label(hands.one)
    held.open()
    hands.as_expected()


@of_pages
def test_going_to_the_last_label_ends_a_turn_under_way(sit: Sit, kind: str) -> None:
    hands = sit(kind)
    held = hands.begin()
    hands.leave()
    item = hands.given[-1]
    press(hands.page, "r Enter")
    hands.let_in(held)
    assert hands.in_hand() == item
    assert hands.label(hands.other)
    hands.as_expected()


@every_screen
def test_a_label_undone_while_the_next_page_comes_is_undone_and_stays(
    sit: Sit, kind: str
) -> None:
    hands = sit(kind)
    held = hands.begin()
    hands.leave()
    item = hands.given[-1]
    press(hands.page, "u")
    hands.says("Undone: ")
    del hands.expected[item]
    hands.let_in(held)
    assert hands.in_hand() == item
    assert hands.label(hands.other)
    hands.as_expected()


@every_screen
def test_each_key_is_refused_while_the_page_that_ends_the_work_opens(
    sit: Sit, kind: str
) -> None:
    hands = sit(kind)
    hands.begin().open()
    leaving = hands.leave_all()
    last = hands.page.url
    leaving.is_refused_each_key()
    hands.as_given({hands.first, *hands.others, last})


def test_an_item_whose_end_does_not_open_may_be_labelled_again(sit: Sit) -> None:
    hands = sit("relevance")
    with with_clock(hands.page) as hands.page:
        hands.begin().open()
        end = hands.leave_all().end
        held_up(hands.page, end, 1).fulfill(status=204)
        hands.page.clock.run_for(21_000)
        hands.says("cannot be loaded yet: it opens by itself")
        press(hands.page, "u")
        expect(hands.page.locator("#sheet .labels [aria-pressed=true]")).to_have_count(
            0
        )
        del hands.expected[hands.given[-1]]
        assert hands.label(hands.other)
        saved(hands.page)
        (_address, item), value = hands.given[-1], list(hands.expected.values())[-1]
        assert hands.page.evaluate(LABELS) == {item: value}


@every_screen
def test_undone_twice_an_item_is_as_it_was(sit: Sit, kind: str) -> None:
    hands = sit(kind)
    hands.begin().open()
    assert hands.label(hands.one)
    (item,) = hands.given
    hands.go_back_to(item)
    assert hands.label(hands.other)
    if kind not in ONE_PAGE:
        if hands.is_sheet:
            press(hands.page, "ArrowRight")
        hands.at(hands.second)
    held = Holding(hands.page, PAGES)
    press(hands.page, "u u")
    held.open()
    hands.says("Undone: ")
    hands.at(hands.first)
    hands.expected.clear()
    hands.as_expected()


@of_pages
def test_undone_twice_from_elsewhere_labels_of_two_pages_are_as_they_were(
    sit: Sit, kind: str
) -> None:
    hands = sit(kind)
    hands.begin().open()
    assert hands.label(hands.one)
    if hands.is_sheet:
        press(hands.page, "ArrowRight")
    hands.at(hands.second)
    third = hands.then()
    assert hands.label(hands.one)
    if not hands.is_sheet:
        hands.at(third)
        hands.step("ArrowLeft", hands.second)
    hands.step("ArrowLeft", hands.first)
    held = Holding(hands.page, PAGES)
    press(hands.page, "u u")
    held.open()
    expect(hands.page.locator("#position")).to_contain_text(re.compile(r"\b0 "))
    hands.at(hands.first)
    hands.says("Undone: ")
    hands.expected.clear()
    hands.as_expected()


@every_screen
def test_a_double_click_labels_one_item(sit: Sit, kind: str) -> None:
    hands = sit(kind)
    hands.begin().open()
    item, value = hands.in_hand(), hands.page.evaluate(VALUE, hands.one)
    hands.page.locator(f"#sheet button[data-key~='{hands.one}']").dblclick()
    hands.expected[item] = value
    if not hands.is_sheet:
        hands.at(hands.second)
    expect(hands.page.locator("button:focus")).to_have_count(0)  # nor does Enter
    hands.as_expected()


@every_screen
def test_a_held_key_labels_one_item(sit: Sit, kind: str) -> None:
    hands = sit(kind)
    hands.begin().open()
    ready(hands.page)
    item = hands.in_hand()
    hands.expected[item] = hands.page.evaluate(VALUE, hands.one)
    hands.page.keyboard.down(hands.one)
    if not hands.is_sheet:
        hands.at(hands.second)
    for _ in range(3):
        hands.page.keyboard.down(hands.one)  # repeats
    hands.page.keyboard.up(hands.one)
    hands.as_expected()


@of_pages
def test_a_page_that_fails_is_told_and_the_one_in_hand_takes_keys(
    sit: Sit, kind: str
) -> None:
    hands = sit(kind)
    held = hands.begin()
    held.wait_for(1)
    press(hands.page, "ArrowRight")
    held.fail()
    hands.says("cannot be loaded yet")
    assert hands.page.url == hands.first
    held.open()
    assert hands.label(hands.one)
    hands.as_expected()


@every_sheet
def test_a_key_that_finds_every_item_labelled_says_so(sit: Sit, kind: str) -> None:
    hands = sit(kind)
    hands.begin().open()
    hands.label_all(hands.one)
    press(hands.page, hands.other)
    hands.says("has its label. Enter")
    hands.as_expected()


@sheets_of_pages
def test_an_item_clicked_while_the_next_page_comes_is_refused(
    sit: Sit, kind: str
) -> None:
    hands = sit(kind)
    held = hands.begin()
    item = hands.in_hand()
    press(hands.page, "ArrowRight")
    hands.page.locator("#sheet :is([data-lights], .nugget):not(.lit)").first.click()
    hands.says("press again then")
    assert hands.in_hand() == item
    held.open()
    hands.at(hands.second)
    assert hands.label(hands.one)
    hands.as_expected()
