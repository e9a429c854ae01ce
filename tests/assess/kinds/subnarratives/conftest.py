"""The review of a topic's sub-narratives."""

from __future__ import annotations

import pytest

from accounts.models import User
from tests.assess.kinds.subnarratives.reviews import Reviewed, make_review


@pytest.fixture
def made(ada: User, bea: User, omar: User) -> Reviewed:
    return make_review(ada, bea, organizer=omar)
