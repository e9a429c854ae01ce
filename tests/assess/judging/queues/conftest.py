"""A track whose topics can all be judged, and a queue of them."""

from __future__ import annotations

import pytest

from accounts.models import User
from assess.judging.models import Allocation
from runs.models import Topic, Track
from tests.assess.judging.queues.topic_queue import queue, take_one
from tests.make import make_response, make_run, make_segment, make_topic, make_track


@pytest.fixture
def track(ada: User, bea: User, omar: User) -> Track:
    return make_track(organizer=omar, assessors=[ada, bea])


@pytest.fixture
def topics(track: Track) -> list[Topic]:
    run, found = make_run(track), []
    for name in ("301", "302", "303"):
        topic = make_topic(track, name)
        make_response(run, topic, cites=make_segment(track, f"doc-{name}"))
        found.append(topic)
    return found


@pytest.fixture
def taken(track: Track, topics: list[Topic], ada: User, omar: User) -> Allocation:
    """Ada has the only slot of the first topic."""
    queue(omar, {topics[0]: 1})
    return take_one(track, ada)
