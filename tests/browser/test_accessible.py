"""Everybody can use every page: what axe-core finds, and what it cannot see."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.campaign import Campaign
from tests.browser.pages import JUDGING, PAGES, addresses, is_known
from tests.browser.probes import (
    CLIPPED,
    COVERED,
    OVERLAPPING,
    SMALL,
    WIDE,
    probe,
)

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [
    pytest.mark.browser,
    pytest.mark.stack("embedded"),
    pytest.mark.django_db,
]
AXE = (
    Path(__file__).resolve().parents[1] / "vendor" / "axe-core" / "axe.min.js"
).read_text(encoding="utf-8")
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
EVERY_RULE = {"type": "tag", "values": TAGS}
CONTRAST = {"type": "rule", "values": ["color-contrast"]}
RUN = """async (only) => {
  const {violations} = await axe.run({runOnly: only, resultTypes: ["violations"]});
  return violations.flatMap(({id, nodes}) => nodes.map(
    ({target, failureSummary}) => [id, target.join(" "), failureSummary].join(" | ")));
}"""
NARROW, TWICE = (320, 568), (640, 400)  # CSS pixels: 400 % and 200 % of 1280 by 800
PROBES = {
    "scrolls sideways": WIDE,
    "clipped": CLIPPED,
    "overlapping": OVERLAPPING,
    "too small a target": SMALL,
    "focused behind something": COVERED,
}
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


@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing(campaign: Campaign, name: str) -> None:
    seen = campaign.seen(name)
    assert seen, f"nobody sees {name}"
    for person, path in seen:
        page = campaign.open(person, path)
        assert axe(page) == [], f"{path} for {person}"
        page.emulate_media(color_scheme="dark")
        assert axe(page, CONTRAST) == [], f"{path} for {person}, dark"
        if name in JUDGING:
            page.evaluate(WEAR, "contrast")
            assert axe(page, CONTRAST) == [], f"{path} for {person}, high contrast"


@pytest.mark.parametrize("name", PAGES)
def test_it_fits_a_narrow_window_and_twice_the_size(
    campaign: Campaign, name: str
) -> None:
    for person, path in campaign.seen(name):
        page = campaign.open(person, path)
        for width, height in (NARROW, TWICE):
            page.set_viewport_size({"width": width, "height": height})
            found = {word: probe(page, which) for word, which in PROBES.items()}
            assert {word: found[word] for word in found if found[word]} == {}, (
                f"{path} for {person}, {width} wide"
            )
