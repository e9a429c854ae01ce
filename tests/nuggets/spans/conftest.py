"""A bank of span nuggets at its start."""

from __future__ import annotations

import pytest

from accounts.models import User
from tests.nuggets.spans.span_work import Marking, make_marking


@pytest.fixture
def made(ada: User) -> Marking:
    return make_marking(ada)
