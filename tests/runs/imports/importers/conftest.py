"""A track with topics that runs answer."""

import pytest

from runs.models import Track
from tests.make import make_topic, make_track


@pytest.fixture
def track(db: None) -> Track:
    track = make_track()
    make_topic(track, "14")
    make_topic(track, "31", "Who pays?")
    return track
