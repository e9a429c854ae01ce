"""The sample campaign of conversations, loaded once."""

import pytest

from nuggets.sample.campaign import read_campaigns
from nuggets.sample.load import load_sample
from runs.models import Track
from tests.nuggets.sample.names import NOW


@pytest.fixture(scope="module")
def loaded(module_db: None) -> Track:
    _narratives, campaign = read_campaigns()
    return load_sample(campaign, passwords={}, now=NOW)


@pytest.fixture
def talks(loaded: Track, db: None) -> Track:
    return loaded
