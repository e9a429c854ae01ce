"""The campaign that the tests of exports share."""

import pytest

from accounts.models import User
from tests.assess.exchange.exports.campaign import Judged, make_judged


@pytest.fixture
def made(ada: User, omar: User) -> Judged:
    return make_judged(ada, omar)
