"""Every kind of judging in turn."""

from __future__ import annotations

import pytest

from accounts.models import User
from tests.assess.judging.work.world import World
from tests.assess.judging.work.worlds import WORLDS

# What is settled is given by the same desks as what is judged: once is enough.
ON_ONE_STACK = pytest.mark.stack("embedded")


@pytest.fixture(
    params=[
        pytest.param(name, marks=ON_ONE_STACK if name.startswith("disputed_") else ())
        for name in WORLDS
    ]
)
def world(request: pytest.FixtureRequest, ada: User) -> World:
    """Return Ada's work of each kind."""
    return WORLDS[request.param](ada)
