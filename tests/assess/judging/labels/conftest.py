"""A judge, and citations to label."""

from __future__ import annotations

import pytest

from accounts.models import User
from assess.judging.models import Judge
from tests.make import (
    make_bank,
    make_person,
    make_response,
    make_run,
    make_topic,
    make_track,
    make_version,
    nuggets_of,
)


@pytest.fixture
def judge(ada: User) -> Judge:
    return make_person(ada, make_track(assessors=[ada]))


@pytest.fixture
def items(judge: Judge) -> list[tuple[int, ...]]:
    topic = make_topic(judge.track)
    response = make_response(make_run(judge.track), topic)
    version = make_version(make_bank(judge.track), topic, ("one", "two", "three"))
    return [(nugget.pk, response.pk) for nugget in nuggets_of(version)]
