"""A track labelled by a machine and a person, and who looks at its scores."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from assess.judging.models import Judge
from nuggets.models import Bank
from runs.models import Track
from tests.make import (
    make_bank,
    make_judge,
    make_person,
    make_response,
    make_run,
    make_topic,
    make_track,
    make_version,
)
from tests.nuggets.scores.campaign import label_all
from tests.nuggets.scores.defaults.pages import RUNS, TOPICS


@pytest.fixture
def vera(db: None) -> User:
    return User.objects.create_user("vera", password="vera")


@pytest.fixture
def vera_client(vera: User) -> Client:
    client = Client()
    client.force_login(vera)
    return client


@pytest.fixture
def track(omar: User, ada: User, vera: User) -> Track:
    return make_track(organizer=omar, assessors=[ada], viewer=vera)


@pytest.fixture
def machine(track: Track) -> Judge:
    return make_judge(track, "machine", kind=Judge.MODEL)


@pytest.fixture
def person(track: Track, ada: User) -> Judge:
    return make_person(ada, track)


@pytest.fixture
def bank(track: Track, machine: Judge, person: Judge) -> Bank:
    """Everything is labelled by a machine, and one topic of two runs by Ada."""
    bank = make_bank(track)
    runs = [make_run(track, f"run-{number}") for number in range(RUNS)]
    for place in range(TOPICS):
        topic = make_topic(track, str(place))
        version = make_version(bank, topic, "ab", importance=["vital"] * 2)
        for number, run in enumerate(runs):
            response = make_response(run, topic)
            label_all(version, response, machine, ("SS", "SN", "NN")[number])
            if place == 0 and number < 2:
                label_all(version, response, person, ("NN", "SS")[number])
    return bank
