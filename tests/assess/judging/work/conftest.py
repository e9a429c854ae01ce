"""Every type of judging in turn."""

from __future__ import annotations

import pytest

from accounts.models import User
from tests.assess.judging.work.world import World
from tests.assess.judging.work.worlds import WORLDS

# Settled labels are given by the same desks as judged ones: one stack is enough.
ON_ONE_STACK = pytest.mark.stack("embedded")


@pytest.fixture(
    params=[
        pytest.param(name, marks=ON_ONE_STACK if name.startswith("disputed_") else ())
        for name in WORLDS
    ]
)
def world(request: pytest.FixtureRequest, ada: User) -> World:
    """Return Ada's work of each type."""
    return WORLDS[request.param](ada)
