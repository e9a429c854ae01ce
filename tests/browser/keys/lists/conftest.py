"""A person at the desk of each list."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from accounts.models import User
from tests.browser.hands.lists import LISTS, Desk
from tests.browser.hands.page import press, ready, saved

if TYPE_CHECKING:
    from playwright.sync_api import Page


@pytest.fixture
def desk(
    request: pytest.FixtureRequest,
    transactional_db: None,
    ada: User,
    open_page: Callable[[str], Page],
) -> Desk:
    kind = LISTS[request.param]
    made = kind.make(ada)
    page = open_page(f"/work/{made.work.uuid}/{kind.address}/")
    ready(page)
    if kind.begin:
        press(page, kind.begin)
        saved(page)
    return Desk(page, kind, made)
