"""A pool, with segments whose answers are known."""

from __future__ import annotations

import pytest

from accounts.models import User
from assess.judging.models import Allocation, Judge
from assess.kinds.relevance.kind import RELEVANCE
from runs.models import Segment, Topic, Track
from tests.assess.judging.test_items.known_answers import work_with_known
from tests.make import (
    make_judge,
    make_label,
    make_response,
    make_run,
    make_segment,
    make_topic,
    make_track,
)


@pytest.fixture
def track(ada: User, bea: User, omar: User) -> Track:
    return make_track(organizer=omar, assessors=[ada, bea])


@pytest.fixture
def topic(track: Track) -> Topic:
    return make_topic(track)


@pytest.fixture
def pooled(track: Track, topic: Topic) -> list[Segment]:
    found = [make_segment(track, f"pooled#{number}") for number in range(3)]
    for number, segment in enumerate(found):
        make_response(make_run(track, f"run-{number}"), topic, cites=segment)
    return found


@pytest.fixture
def known(track: Track) -> Judge:
    return make_judge(track, "expert", kind=Judge.IMPORT)


@pytest.fixture
def hidden(track: Track, topic: Topic, known: Judge) -> list[Segment]:
    found = [make_segment(track, f"hidden#{number}") for number in range(2)]
    for segment, grade in zip(found, "04", strict=True):
        make_label(RELEVANCE, known, topic, segment, value=grade)
    return found


@pytest.fixture
def tested(
    topic: Topic, pooled: list[Segment], hidden: list[Segment], known: Judge, ada: User
) -> Allocation:
    """Ada grades the pool, and the expert's other segments."""
    return work_with_known(topic, ada, known, "relevance")
