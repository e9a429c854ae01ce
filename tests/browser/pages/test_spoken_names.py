"""What a screen reader says of a page: its names, groups and states."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.hands.axe import ONE_JUDGING
from tests.browser.rooms.campaign import Campaign

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]


def live(page: Page) -> Locator:
    return page.locator("#live")


def lit(page: Page) -> Locator:
    return page.locator("main [aria-current=true]:visible").first


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
    page.click("[data-more]")
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
