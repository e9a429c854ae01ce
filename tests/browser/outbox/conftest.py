"""A person seated at work with text boxes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from pytest_django.live_server_helper import LiveServer

from tests.browser.outbox.drafts import Sit
from tests.browser.rooms.seats import make_seat

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext


@pytest.fixture
def sit(live_server: LiveServer, db: None, browser_context: BrowserContext) -> Sit:
    return lambda kind: make_seat(kind, live_server.url, browser_context)
