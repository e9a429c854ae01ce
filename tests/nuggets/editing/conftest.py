"""A topic with a draft, and an assessor's work on it."""

from __future__ import annotations

import pytest

from accounts.models import User
from tests.nuggets.editing.post_edit import PostEdit, make_post_edit


@pytest.fixture
def made(ada: User) -> PostEdit:
    return make_post_edit(ada)
