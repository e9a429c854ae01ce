"""A track with a bank, judges and a saved condition."""

from __future__ import annotations

import pytest

from accounts.models import User
from assess.judging.models import Judge
from assess.kinds.relevance.kind import RELEVANCE
from nuggets.assignment.kind import ASSIGNMENT
from nuggets.conditions.actions import save_condition
from nuggets.models import Bank, Condition
from runs.models import Topic, Track
from tests.make import (
    NOW,
    make_bank,
    make_judge,
    make_label,
    make_response,
    make_run,
    make_segment,
    make_topic,
    make_track,
    make_version,
    nuggets_of,
)


@pytest.fixture
def track(ada: User, omar: User) -> Track:
    return make_track(organizer=omar, assessors=[ada])


@pytest.fixture
def topics(track: Track) -> list[Topic]:
    return [make_topic(track, name) for name in ("1", "2")]


@pytest.fixture
def judge(track: Track) -> Judge:
    return make_judge(track, "lexical")


@pytest.fixture
def bank(track: Track, topics: list[Topic], judge: Judge) -> Bank:
    made = make_bank(track, "edited")
    run = make_run(track)
    for topic in topics:
        first = nuggets_of(make_version(made, topic, importance=("vital", "okay")))
        response = make_response(run, topic)
        for nugget in first:
            make_label(ASSIGNMENT, judge, nugget, response, value="support")
    return made


@pytest.fixture
def nist(track: Track, topics: list[Topic]) -> Judge:
    judge = make_judge(track, "nist", kind=Judge.IMPORT)
    make_label(RELEVANCE, judge, topics[0], make_segment(track, "a"), value="2")
    return judge


@pytest.fixture
def saved(track: Track, bank: Bank, judge: Judge, omar: User) -> Condition:
    return save_condition(track, "manual", bank=bank, judge=judge, by=omar, now=NOW)
