"""A track with topics and a bank to edit."""

from __future__ import annotations

import pytest

from accounts.models import User
from nuggets.models import Bank
from runs.models import Topic, Track
from tests.make import make_bank, make_topic, make_track, make_version


@pytest.fixture
def track(ada: User, bea: User, omar: User) -> Track:
    return make_track(organizer=omar, assessors=[ada, bea])


@pytest.fixture
def topics(track: Track) -> list[Topic]:
    return [make_topic(track, name) for name in ("301", "302", "303")]


@pytest.fixture
def bank(track: Track, topics: list[Topic]) -> Bank:
    bank = make_bank(track)
    for topic in topics:
        make_version(bank, topic)
    return bank
