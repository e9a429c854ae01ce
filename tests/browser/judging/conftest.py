"""Each work of items in turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from tests.browser.hands.judging import BY_KIND, Work, make_work, open_work

if TYPE_CHECKING:
    from playwright.sync_api import Page


@pytest.fixture(params=BY_KIND)
def work(
    request: pytest.FixtureRequest,
    live_server: LiveServer,
    ada: User,
    omar: User,
    browser_page: Page,
    sign_in: Callable[[Page, str], None],
) -> Work:
    browser_page.set_viewport_size({"width": 1280, "height": 800})
    sign_in(browser_page, "ada")
    return open_work(make_work(request.param, ada, omar), live_server, browser_page)
