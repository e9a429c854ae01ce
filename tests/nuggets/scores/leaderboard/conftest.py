"""A judged track, and who looks at its leaderboard."""

import pytest

from accounts.models import User
from assess.judging.models import Judge
from nuggets.models import Bank
from runs.models import Run, Track
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
    return make_judge(track, "lexical", kind=Judge.BASELINE)


@pytest.fixture
def bank(track: Track, judge: Judge) -> Bank:
    """Two topics, the second without vital nuggets, and runs of both tasks."""
    bank = make_bank(track)
    first, second = make_topic(track, "1"), make_topic(track, "2")
    versions = [
        make_version(bank, first, ["frost", "salt"], importance=importances(1, 1)),
        make_version(bank, second, ["ice"], importance=importances(0, 1)),
    ]
    for name, task, values in (
        ("best", Run.RAG, "SN"),
        ("worst", Run.AG, "NS"),
        ("partly", Run.RAG, "P-"),
    ):
        run = make_run(track, name, task=task, group=f"group-{name}")
        label_all(versions[0], make_response(run, first), judge, values)
    best = Run.objects.get(name="best")
    label_all(versions[1], make_response(best, second), judge, "S")
    return bank
