"""Two conditions labelled topic by topic, by people and a machine."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import User
from assess.judging.judges.actions import judge_of
from assess.judging.models import Judge
from nuggets.models import AssignmentLabel, Bank
from runs.models import Track
from tests.assess.analysis.rankings.pages import JUDGED, RUNS, TOPICS, WHEN
from tests.make import (
    make_bank,
    make_judge,
    make_response,
    make_run,
    make_topic,
    make_track,
    make_version,
)
from tests.nuggets.scores.campaign import label_all


@pytest.fixture
def track(omar: User, ada: User) -> Track:
    return make_track(organizer=omar, assessors=[ada])


@pytest.fixture
def judges(track: Track, ada: User) -> list[Judge]:
    person = judge_of(ada, track, now=WHEN)
    return [person, make_judge(track, "machine", kind=Judge.MODEL)]


@pytest.fixture
def bank(track: Track, judges: list[Judge]) -> Bank:
    """Six runs, nine topics: a machine labelled all, Ada the first six, last first."""
    bank = make_bank(track)
    runs = [make_run(track, f"run-{number}") for number in range(RUNS)]
    for place in range(TOPICS):
        topic = make_topic(track, str(place))
        version = make_version(bank, topic, "abcd", importance=["vital"] * 4)
        for number, run in enumerate(runs):
            response = make_response(run, topic)
            good = "SSNN"[: (number + place) % 3] + "S" * (number // 2)
            label_all(version, response, judges[1], good.ljust(4, "N")[:4])
            if place < JUDGED:
                good = "S" * ((number + place * number) % 5)
                label_all(version, response, judges[0], good.ljust(4, "N")[:4])
                mine = AssignmentLabel.objects.filter(
                    judge=judges[0], response=response
                )
                mine.update(at=WHEN - timedelta(days=place))
    return bank
