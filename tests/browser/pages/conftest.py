"""Browser profiles, and people seated at their work."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.browser.rooms.campaign import Campaign
from tests.browser.rooms.profiles import Profiles
from tests.browser.rooms.seats import Profile, Sit, make_seat

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext


@pytest.fixture
def profile(profiles: Profiles) -> Iterator[Profile]:
    """Return a function that takes an empty browser profile until the test's end."""
    taken: list[BrowserContext] = []

    def take() -> BrowserContext:
        taken.append(profiles.take())
        return taken[-1]

    yield take
    for each in taken:
        profiles.give_back(each)


@pytest.fixture
def sit(campaign: Campaign, profile: Profile) -> Sit:
    """Return a function that seats a new person at a work of one type."""
    own = campaign.server.url
    return lambda kind, server=own: make_seat(kind, server, profile())
