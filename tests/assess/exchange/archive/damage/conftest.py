"""The members of a whole archive."""

import pytest

from tests.assess.exchange.archive.damage.members import Parts
from tests.assess.exchange.archive.transfer import members_of


@pytest.fixture
def parts(data: bytes) -> Parts:
    return members_of(data)
