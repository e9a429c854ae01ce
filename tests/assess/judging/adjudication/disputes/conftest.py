"""Two judges who labelled the segments of a topic."""

from __future__ import annotations

import pytest

from accounts.models import User
from assess.judging.models import Judge
from runs.models import Segment, Topic, Track
from tests.make import make_judge, make_segment, make_topic, make_track


@pytest.fixture
def track(ada: User, bea: User, omar: User) -> Track:
    return make_track(assessors=[ada, bea], organizer=omar)


@pytest.fixture
def topic(track: Track) -> Topic:
    return make_topic(track)


@pytest.fixture
def judges(track: Track) -> list[Judge]:
    return [make_judge(track, "machine"), make_judge(track, "other")]


@pytest.fixture
def segments(track: Track) -> list[Segment]:
    return [make_segment(track, f"doc#{number}") for number in range(4)]
