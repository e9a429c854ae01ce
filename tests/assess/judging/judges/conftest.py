"""A track whose judges are shown, and a fake model."""

import pytest

from accounts.models import User
from runs.models import Track
from tests.machines import fake
from tests.make import make_track

__all__ = ["fake"]


@pytest.fixture
def track(omar: User, ada: User) -> Track:
    """A track that Omar organizes and Ada assesses."""
    return make_track(organizer=omar, assessors=[ada])
