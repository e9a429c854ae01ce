"""Everybody can use every page: what axe-core finds, and further checks."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.browser.hands.at_page import press, ready, still
from tests.browser.hands.probes import (
    CLIPPED,
    COVERED,
    OUT_OF_SIGHT,
    OVERLAPPING,
    SMALL,
    WIDE,
    probe,
)
from tests.browser.hands.sights import Sight, telling
from tests.browser.rooms.campaign import Campaign
from tests.browser.rooms.pages import JUDGING, PAGES, addresses, is_known

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page, Route

pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]
AXE = (
    Path(__file__).resolve().parents[2] / "vendor" / "axe-core" / "axe.min.js"
).read_text(encoding="utf-8")
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
EVERY_RULE = {"type": "tag", "values": TAGS}
CONTRAST = {"type": "rule", "values": ["color-contrast"]}
RUN = """async (only) => {
  const whole = {include: [["html"]]};
  const how = {runOnly: only, resultTypes: ["violations"]};
  const {violations} = await axe.run(whole, how);
  return violations.flatMap(({id, nodes}) => nodes.map(
    ({target, failureSummary}) => [id, target.join(" "), failureSummary].join(" | ")));
}"""
NARROW, TWICE = (320, 568), (640, 400)  # CSS pixels: 400 % and 200 % of 1280 by 800
PHONE = (390, 844)
PROBES = {
    "scrolls sideways": WIDE,
    "clipped": CLIPPED,
    "overlapping": OVERLAPPING,
    "too small a target": SMALL,
    "focused behind something": COVERED,
}
# The others are for make test-broad: one page represents all with the same layout.
ONE_JUDGING = (
    JUDGING[0],
    *(pytest.param(name, marks=pytest.mark.broad) for name in JUDGING[1:]),
)
SETTLING = ("assess:disputed_relevance_item", "assess:disputed_assignment_item")
LISTS = ("nuggets:assign_response", "nuggets:edit")
LISTS_FIRST = (
    *LISTS,
    *(
        pytest.param(name, marks=pytest.mark.broad)
        for name in (*JUDGING, *SETTLING)
        if name not in LISTS
    ),
)
SCROLLED = ("nuggets:answer", *SETTLING)  # arrow keys choose nothing there
STEPS = "ArrowDown ArrowDown"
OPENS_A_BOX = ("nuggets:edit", "assess:subnarratives")
NOT_SAVED = """async () => (await import("/static/outbox/save.js")).note(
  "test", "unsaved", {words: "no connection to the server", retry: () => {}})"""
FOCUSED_BEFORE = "document.querySelector('.listing').scrollTop = 6;"
STANDING = {"scrolls sideways": WIDE, "clipped": CLIPPED}
WEAR = "(theme) => { document.documentElement.dataset.theme = theme; }"


def axe(page: Page, only: dict[str, Any] = EVERY_RULE) -> list[str]:
    """Return what axe-core finds: rule, place and reason of each violation."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE)
    found: list[str] = page.evaluate(RUN, only)
    return found


def test_every_address_is_in_the_list_of_pages_or_known_not_to_be_one() -> None:
    assert {found.name for found in addresses() if not is_known(found.name)} == set()


def test_the_list_of_pages_holds_no_address_that_is_gone() -> None:
    assert set(PAGES) - {found.name for found in addresses()} == set()


def look(campaign: Campaign, name: str, seen: list[Sight]) -> None:
    """Run axe-core on views of a page, in each theme."""
    for person, path, _text in seen:
        page = campaign.open(person, path)
        assert axe(page) == [], f"{path} for {person}"
        page.emulate_media(color_scheme="dark")
        assert axe(page, CONTRAST) == [], f"{path} for {person}, dark"
        if name in JUDGING:
            page.evaluate(WEAR, "contrast")
            assert axe(page, CONTRAST) == [], f"{path} for {person}, high contrast"


@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing(campaign: Campaign, name: str) -> None:
    seen = campaign.seen(name)
    assert seen, f"nobody sees {name}"
    look(campaign, name, telling(seen))


@pytest.mark.broad
@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing_whoever_looks(campaign: Campaign, name: str) -> None:
    seen = campaign.seen(name)
    kept = telling(seen)
    look(campaign, name, [sight for sight in seen if sight not in kept])


@pytest.mark.broad
@pytest.mark.parametrize("name", PAGES)
def test_it_fits_a_narrow_window_and_twice_the_size(
    campaign: Campaign, name: str
) -> None:
    for person, path, _text in campaign.seen(name):
        page = campaign.open(person, path)
        for width, height in (NARROW, TWICE):
            page.set_viewport_size({"width": width, "height": height})
            asked = PROBES if width == 320 or name in JUDGING else STANDING
            found = {word: probe(page, which) for word, which in asked.items()}
            assert {word: found[word] for word in found if found[word]} == {}, (
                f"{path} for {person}, {width} wide"
            )


@pytest.mark.parametrize("name", LISTS_FIRST)
def test_what_is_judged_stays_in_sight(campaign: Campaign, name: str) -> None:
    for width, height in (NARROW, TWICE, PHONE):
        page = campaign.page("bea")
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"{campaign.server.url}{campaign.path(name)}")
        ready(page)
        still(page)
        assert probe(page, OUT_OF_SIGHT) == [], f"on arrival, {width} wide"
        page.evaluate(NOT_SAVED)
        if name not in SCROLLED:
            press(page, f"{STEPS} e" if name in OPENS_A_BOX else STEPS)
        still(page)
        assert probe(page, OUT_OF_SIGHT) == [], f"not saved, {width} wide"


def test_the_buttons_that_a_script_shows_hide_nothing(campaign: Campaign) -> None:
    """A focus set before the buttons appear would scroll to the wrong place."""

    def after_the_focus(route: Route) -> None:
        found = route.fetch()
        route.fulfill(response=found, body=f"{FOCUSED_BEFORE}{found.text()}")

    page = campaign.page("bea")
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    page.route("**/nugget_editor*.js", after_the_focus)
    page.goto(f"{campaign.server.url}{campaign.path('nuggets:edit')}")
    ready(page)
    still(page)
    page.unroute_all()
    assert probe(page, OUT_OF_SIGHT) == []


def live(page: Page) -> Locator:
    return page.locator("#live")


def lit(page: Page) -> Locator:
    return page.locator("main [aria-current=true]:visible").first


@pytest.mark.parametrize("name", ONE_JUDGING)
def test_axe_finds_nothing_in_an_open_dialog(campaign: Campaign, name: str) -> None:
    page = campaign.at("bea", name)
    for place in range(page.locator("dialog").count()):
        dialog = page.locator("dialog").nth(place)
        if not dialog.locator("*").count():
            continue  # the sign-in form is fetched when a session ends
        dialog.evaluate("(dialog) => dialog.showModal()")
        page.emulate_media(color_scheme="light")
        assert axe(page, EVERY_RULE) == [], dialog.get_attribute("id")
        page.emulate_media(color_scheme="dark")
        assert axe(page, CONTRAST) == [], dialog.get_attribute("id")
        dialog.evaluate("(dialog) => dialog.close()")


def test_axe_finds_nothing_when_the_session_has_ended(campaign: Campaign) -> None:
    page = campaign.at("bea", "assess:relevance_item")
    cookies = page.context.cookies()
    page.context.clear_cookies()
    page.evaluate(
        "() => { import('/static/components/session.js')"
        ".then((it) => it.signInAgain()); }"
    )
    expect(page.get_by_role("heading", name="Sign in again")).to_be_focused()
    assert axe(page) == []
    page.context.add_cookies([{**each} for each in cookies])  # type: ignore[typeddict-item]


UNDECIDED = """() => {
  const person = document.querySelector("meta[name=assay-user]").content;
  const made = "2026-01-01T00:00:00Z";
  const action = {made, item: "item", words: "2 relevant for “Ice”", page: "/work/1/"};
  ["k1", "k2"].forEach((key, number) => {
    const refused = "It was changed since you opened it. It stands at: 3.";
    const kept = {...action, key, number, refused, conflict: number === 0};
    const when = String(Date.parse(made)).padStart(15, "0");
    const name = `assay.outbox.${person}.${when}.00000${number}.${key}`;
    localStorage.setItem(name, JSON.stringify(kept));
  });
}"""


@pytest.mark.parametrize("name", ["home", "assess:relevance_item"])
def test_axe_finds_nothing_where_something_is_to_be_decided(
    campaign: Campaign, name: str
) -> None:
    page = campaign.at("bea", name)
    page.evaluate(UNDECIDED)
    page.set_viewport_size({"width": NARROW[0], "height": NARROW[1]})
    page.reload()
    expect(page.get_by_role("alert").get_by_role("button")).to_have_count(4)
    expect(page.locator("#save-state")).to_contain_text("NOT saved: 2 for you")
    assert axe(page) == []
    assert [probe(page, which) for which in (WIDE, CLIPPED, SMALL)] == [[], [], []]
    page.emulate_media(color_scheme="dark")
    assert axe(page, CONTRAST) == []
    page.keyboard.press("!")
    expect(page.get_by_role("button", name="Keep mine")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Discard").click()
    expect(page.locator("#unsent")).to_be_hidden()


def test_axe_finds_nothing_beside_what_is_not_saved(campaign: Campaign) -> None:
    page = campaign.at("bea", "assess:relevance_item")
    page.route("**/api/work/**", lambda route: route.fulfill(status=422, json={}))
    press(page, "1")
    expect(page.locator("#unsent")).to_contain_text("NOT saved")
    expect(page.locator("#save-state")).to_contain_text("NOT saved")
    assert axe(page) == []
    page.emulate_media(color_scheme="dark")
    assert axe(page, CONTRAST) == []
    page.unroute("**/api/work/**")
    page.get_by_role("button", name="Discard").click()


@pytest.mark.parametrize("name", ["home", "accounts:preferences", *ONE_JUDGING])
def test_the_first_tab_skips_to_the_content(campaign: Campaign, name: str) -> None:
    page = campaign.at("bea", name)
    skip = page.get_by_role("link", name="Skip to the content")
    first = page.locator("a[href], button, input, select, summary, [tabindex]").first
    expect(first).to_have_class("skip")
    skip.focus()
    expect(skip).to_be_in_viewport(ratio=1)
    page.keyboard.press("Enter")
    expect(page.locator("main:focus, main :focus")).to_have_count(1)


def test_relevance_speaks_for_itself(campaign: Campaign) -> None:
    page = campaign.at("bea", "assess:relevance_item")
    heading = page.get_by_role("heading", level=2)
    first = heading.inner_text()
    expect(heading).to_be_focused()
    grades = page.get_by_role("group", name="Grade of this segment")
    covered = page.get_by_role("group", name="Covered in this segment")
    expect(covered.get_by_role("checkbox")).not_to_have_count(0)
    expect(grades.get_by_role("button", pressed=True)).to_have_count(0)
    covered.get_by_role("checkbox").first.check()
    expect(live(page)).to_contain_text("Enter accepts 2")
    grades.get_by_role("button", name="2 relevant", exact=True).click()
    expect(heading).not_to_have_text(first)
    expect(heading).to_be_focused()
    expect(page.locator("#save-state")).to_have_attribute("data-state", "saved")
    page.keyboard.press("ArrowLeft")
    expect(heading).to_have_text(first)
    expect(live(page)).to_contain_text(first)
    expect(grades.get_by_role("button", pressed=True)).to_have_text("2 relevant")


@pytest.mark.parametrize(
    ("name", "group"),
    [
        ("nuggets:assign_response", "Label of the lit nugget"),
        ("assess:support_response", "How far the passage supports the lit sentence"),
    ],
)
def test_a_sheet_of_items_speaks_for_itself(
    campaign: Campaign, name: str, group: str
) -> None:
    page = campaign.at("bea", name)
    labels = page.get_by_role("group", name=group)
    expect(labels.get_by_role("button", pressed=True)).to_have_count(0)
    expect(lit(page)).to_be_in_viewport()
    first = lit(page).get_attribute("id")
    expect(live(page)).not_to_be_empty()
    labels.get_by_role("button", name="1").click()
    expect(page.locator(f"#{first}")).not_to_have_attribute("aria-current", "true")
    expect(page.locator("#save-state")).to_have_attribute("data-state", "saved")
    page.get_by_role("button", name="back").click()
    expect(page.locator(f"#{first}")).to_have_attribute("aria-current", "true")
    expect(labels.get_by_role("button", pressed=True)).to_contain_text("upport")
    page.get_by_role("link", name=re.compile("[←→] response")).first.click()
    expect(page.locator(":focus")).to_be_in_viewport()
    expect(page.locator("main :focus")).to_have_count(1)


def test_the_list_of_nuggets_is_a_group_of_radio_buttons(campaign: Campaign) -> None:
    page = campaign.at("bea", "nuggets:edit")
    group = page.get_by_role("group", name="Nuggets")
    first, second = (group.get_by_role("radio").nth(place) for place in (0, 1))
    expect(first).to_be_focused()
    expect(first).to_be_checked()
    page.keyboard.press("ArrowDown")
    expect(second).to_be_focused()
    expect(second).to_be_checked()
    count = group.get_by_role("radio").count()
    page.keyboard.press("n")
    words = page.get_by_role("textbox", name="New nugget")
    expect(words).to_be_focused()
    words.fill("Salt draws water out of the cells")
    page.keyboard.press("Enter")
    expect(group.get_by_role("radio")).to_have_count(count + 1)
    added = group.get_by_role("radio", name="Salt draws water out of the cells")
    expect(added).to_be_focused()
    page.keyboard.press("u")
    expect(group.get_by_role("radio")).to_have_count(count)
