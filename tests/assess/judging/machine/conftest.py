"""A fake model, and a topic for it to judge."""

import pytest

from runs.models import Topic, Track
from tests.machines import fake
from tests.make import make_response, make_run, make_segment, make_topic, make_track

__all__ = ["fake"]


PASSAGES = ("Harbours freeze when cold air lies still.", "Gulls eat chips.")


@pytest.fixture
def topic(db: None) -> Topic:
    """A topic with two cited segments that nobody has judged."""
    track = make_track(profile="rag24")
    topic = make_topic(track)
    for number, text in enumerate(PASSAGES):
        run = make_run(track, f"run-{number}")
        make_response(run, topic, cites=make_segment(track, f"d{number}", text))
    return topic


@pytest.fixture
def track(db: None) -> Track:
    """A track without topics."""
    return make_track(profile="rag24")
