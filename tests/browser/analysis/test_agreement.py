"""An organizer opens the agreement of judges, and the items behind it."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.rooms.campaign import Campaign

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]


def choose(page: Page, **wanted: str) -> None:
    for name, label in wanted.items():
        page.locator(f"select[name={name}]").select_option(label=label)
    page.get_by_role("button", name="Compare").click()


def test_a_cell_of_the_matrix_opens_its_items_and_an_item_its_page(
    campaign: Campaign,
) -> None:
    page = campaign.at("omar", "assess:agreement")
    choose(page, a="ada", b="bea", kind="relevance")
    expect(page.locator("main .lede")).to_contain_text("both judged")
    cell = page.locator("table.shaded td:not(.agree) a").first
    number = cell.inner_text()
    cell.click()
    expect(page.locator("table.data tbody tr")).to_have_count(int(number))
    page.locator("table.data tbody a").first.click()
    expect(page.locator("main h1")).to_be_visible()
    assert "/segments/" in page.url


def test_a_viewer_sees_the_numbers_and_opens_nothing(campaign: Campaign) -> None:
    page = campaign.at("vera", "assess:agreement")
    choose(page, a="ada", b="bea", kind="relevance")
    expect(page.locator("table.shaded")).to_be_visible()
    expect(page.locator("table.shaded a")).to_have_count(0)


def test_topics_are_sorted_by_their_headings(campaign: Campaign) -> None:
    page = campaign.at("omar", "assess:agreement")
    choose(page, a="ada", b="bea", kind="relevance")
    table = page.get_by_role("region", name="By topic")
    table.get_by_role("link", name="Agreement", exact=True).click()
    expect(table.locator("th[aria-sort=descending]")).to_have_text("Agreement")
    shown = table.locator("tbody td:nth-child(3)").all_inner_texts()
    assert shown == sorted(shown, reverse=True)


def test_more_judges_are_compared_by_pairs(campaign: Campaign) -> None:
    page = campaign.at("omar", "assess:agreement")
    page.get_by_text("More judges, some topics only").click()
    page.get_by_role("checkbox", name="sample-model (import, given by a model)").check()
    choose(page, a="ada", b="bea", kind="relevance")
    expect(page.locator("main .lede")).to_contain_text("Krippendorff’s α is")
    rows = page.get_by_role("region", name="By pair").locator("tbody tr")
    expect(rows).to_have_count(3)
    rows.nth(1).get_by_role("link").click()
    expect(page.locator("table.shaded")).to_be_visible()


def test_the_table_of_machines_is_sorted_and_taken_as_csv(campaign: Campaign) -> None:
    page = campaign.at("omar", "assess:agreement")
    page.locator("nav.tabs").get_by_role("link", name="Machines").click()
    choose(page, judge="ada", kind="relevance")
    page.get_by_role("link", name="Alike", exact=True).click()
    expect(page.locator("th[aria-sort=descending]")).to_have_text("Alike")
    with page.expect_download() as taken:
        page.get_by_role("link", name="Download CSV").click()
    text = taken.value.path().read_text(encoding="utf-8")
    rows = list(csv.DictReader(text.splitlines()))
    assert "sample-model" in {row["judge"] for row in rows}
    assert all(float(row["alike"]) > 0 for row in rows if row["alike"])
