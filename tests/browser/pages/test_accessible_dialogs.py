"""Dialogs, endings and conflicts can be used by everybody: what axe-core finds."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.hands.axe import CONTRAST, EVERY_RULE, NARROW, ONE_JUDGING, axe
from tests.browser.hands.page import intercept, press
from tests.browser.hands.probes import CLIPPED, SMALL, WIDE, probe
from tests.browser.rooms.campaign import Campaign

pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]


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
    const refused = "It was changed since you opened it. It is now: 3.";
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
    expect(page.locator("#save-state")).to_have_text("2 to decide")
    assert axe(page) == []
    assert [probe(page, which) for which in (WIDE, CLIPPED, SMALL)] == [[], [], []]
    page.emulate_media(color_scheme="dark")
    assert axe(page, CONTRAST) == []
    page.keyboard.press("!")
    waiting = page.locator("#waiting")
    expect(waiting.get_by_role("button", name="Keep mine")).to_be_focused()
    assert axe(page) == []
    assert [probe(page, which) for which in (WIDE, CLIPPED, SMALL)] == [[], [], []]
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    waiting.get_by_role("button", name="Discard").click()
    expect(page.locator("#unsent")).to_be_hidden()


def test_axe_finds_nothing_beside_what_is_not_saved(campaign: Campaign) -> None:
    page = campaign.at("bea", "assess:relevance_item")
    intercept(page, "**/api/work/**", lambda route: route.fulfill(status=422, json={}))
    press(page, "1")
    expect(page.locator("#unsent")).to_contain_text("Not saved")
    expect(page.locator("#save-state")).to_contain_text("to decide")
    assert axe(page) == []
    page.emulate_media(color_scheme="dark")
    assert axe(page, CONTRAST) == []
    page.unroute("**/api/work/**")
    page.get_by_role("button", name="Discard").click()
