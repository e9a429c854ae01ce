"""The sample campaign, loaded once."""

import pytest

from nuggets.sample.campaign import read_campaign
from nuggets.sample.load import load_sample
from runs.models import Track
from tests.nuggets.sample.names import NOW, PASSWORDS


@pytest.fixture(scope="module")
def loaded(module_db: None) -> Track:
    return load_sample(read_campaign(), passwords=PASSWORDS, now=NOW)


@pytest.fixture
def sample(loaded: Track, db: None) -> Track:
    return loaded
