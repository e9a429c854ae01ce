"""Tables and matrices fit at 1280 pixels; a wider one shows that it scrolls."""

from __future__ import annotations

import pytest

from tests.browser.hands.probes import probe
from tests.browser.rooms.campaign import Campaign
from tests.browser.rooms.pages import PAGES

pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]
CUT = """() => [...document.querySelectorAll(".scroll")].filter((part) =>
  shown(part) && part.scrollWidth > part.clientWidth + 1).map((part) =>
  `${name(part)}: ${part.scrollWidth} of ${part.clientWidth}`)"""
ROOMS = {"assess", "exams", "matching", "nuggets"}
ORGANIZED = [name for name in PAGES if name.partition(":")[0] in ROOMS]


def test_tables_are_whole_at_1280_pixels(campaign: Campaign) -> None:
    cut = {}
    for page_name in (*ORGANIZED, "runs:runs", "runs:run", "jobs:list"):
        for person, path, _text in campaign.seen(page_name):
            if person == "omar":
                found = probe(campaign.open(person, path), CUT)
                cut.update({path: found} if found else {})
    assert cut == {}
