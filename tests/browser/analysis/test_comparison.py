"""An organizer compares conditions of all families, and a board, on one page."""

from __future__ import annotations

import csv

import pytest
from playwright.sync_api import expect

from tests.browser.rooms.campaign import Campaign

DOTS = ".compared figure svg .dots"
pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]


def test_each_cell_is_drawn_and_a_board_is_chosen_as_the_reference(
    campaign: Campaign,
) -> None:
    page = campaign.at("omar", "assess:comparison")
    expect(page.locator(DOTS).first).to_be_visible()
    assert page.locator(".compared figure").count() >= 4
    page.locator("select[name=left]").select_option(label="official")
    page.get_by_role("button", name="Compare").click()
    expect(page.locator("#compared")).to_contain_text("Reference: official")
    expect(page.locator(DOTS).first).to_be_visible()
    with page.expect_download() as saved:
        page.get_by_role("link", name="Download CSV").click()
    with open(saved.value.path(), newline="") as file:  # noqa: PTH123
        rows = list(csv.DictReader(file))
    assert {row["left"] for row in rows} == {"official"}
    assert {row["level"] for row in rows} == {"run", "topic", "pairs"}


def test_a_preset_of_the_papers_fills_the_page_in(campaign: Campaign) -> None:
    page = campaign.at("omar", "assess:comparison")
    page.get_by_role("link", name="2025 overview, Figure 8").click()
    expect(page.locator("#compared + .meta")).to_contain_text("Support")
    expect(page.locator(".compared h4").first).to_have_text("Precision")


def test_a_viewer_compares_without_names(campaign: Campaign) -> None:
    page = campaign.at("vera", "assess:comparison")
    expect(page.locator(DOTS).first).to_be_visible()
    expect(page.get_by_role("link", name="Boards")).to_have_count(0)
    assert "quill-long" not in page.content()
