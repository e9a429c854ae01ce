"""A bank whose nuggets are labelled on responses."""

import pytest

from accounts.models import User
from assess.judging.models import Judge
from nuggets.models import Bank
from runs.models import Track
from tests.make import (
    make_bank,
    make_judge,
    make_response,
    make_run,
    make_topic,
    make_track,
    make_version,
)
from tests.nuggets.scores.campaign import importances, label_all


@pytest.fixture
def vera(db: None) -> User:
    return User.objects.create_user("vera", password="vera")


@pytest.fixture
def track(omar: User, ada: User, vera: User) -> Track:
    return make_track(organizer=omar, assessors=[ada], viewer=vera)


@pytest.fixture
def judge(track: Track) -> Judge:
    return make_judge(track, "lexical")


@pytest.fixture
def bank(track: Track, judge: Judge) -> Bank:
    """Two topics, imported in reverse order of code points; one response missing."""
    bank = make_bank(track)
    topics = [make_topic(track, name, text="Wie weit? 🌊") for name in ("9", "10")]
    versions = [
        make_version(bank, topic, ["<frost>", "سلام", "c"], importance=marks)
        for topic, marks in zip(
            topics, (importances(2, 1), importances(0, 3)), strict=True
        )
    ]
    for name, labels in (("run-b", ("SPN", "NNS")), ("run-a", ("SSS", ""))):
        run = make_run(track, name)
        for topic, version, values in zip(topics, versions, labels, strict=True):
            if values:
                label_all(version, make_response(run, topic), judge, values)
    return bank
