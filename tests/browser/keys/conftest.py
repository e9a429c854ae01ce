"""A person seated at a screen of items."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from pytest_django.live_server_helper import LiveServer

from tests.browser.hands.screens import Hands
from tests.browser.rooms.seats import make_seat
from tests.browser.rooms.works import WORKS_OF_ITEMS

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext


@pytest.fixture
def sit(
    live_server: LiveServer, db: None, browser_context: BrowserContext
) -> Callable[[str], Hands]:
    server, profile = live_server.url, browser_context
    return lambda kind: Hands(make_seat(kind, server, profile, WORKS_OF_ITEMS), kind)
