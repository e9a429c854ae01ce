"""Everybody can use every page: what axe-core finds."""

from __future__ import annotations

import pytest

from tests.browser.hands.axe import CONTRAST, axe
from tests.browser.hands.view_selection import Sight, telling
from tests.browser.rooms.campaign import Campaign
from tests.browser.rooms.pages import JUDGING, PAGES, addresses, is_known

pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]

WEAR = "(theme) => { document.documentElement.dataset.theme = theme; }"


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
