"""Every kind of judging in turn."""

from __future__ import annotations

import pytest

from accounts.models import User
from tests.assess.work.world import World
from tests.assess.work.worlds import WORLDS


@pytest.fixture(params=WORLDS)
def world(request: pytest.FixtureRequest, ada: User) -> World:
    """Return Ada's work of each kind."""
    return WORLDS[request.param](ada)
