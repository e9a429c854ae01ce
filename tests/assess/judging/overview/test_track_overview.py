"""A track's overview."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from jobs.models import Job, JobState
from nuggets.assignment.kind import ASSIGNMENT
from runs.models import Track
from tests.assess.judging.topics_of_work import work_on
from tests.make import (
    NOW,
    make_judge,
    make_label,
    make_person,
    make_topic,
    make_track,
    nuggets_of,
)
from tests.page import facts, select, texts


@pytest.fixture
def track(ada: User, bea: User, omar: User) -> Track:
    return make_track(organizer=omar, assessors=[ada, bea])


def test_an_overview_counts_people_and_machines_apart(
    track: Track, ada: User, omar_client: Client
) -> None:
    work = work_on(track, "301", ada, done=2)
    response = work.topic.responses.get()
    [nugget, _other] = work.topic.nuggets.all()
    make_label(ASSIGNMENT, make_judge(track), nugget, response, value="support")
    page = omar_client.get(f"/tracks/{track.uuid}/").content.decode()
    assert facts(page)["labels by people"] == "2"
    assert facts(page)["by other judges"] == "1"
    assert select(page, 'progress[max="2"][value="2"][aria-label="by people"]')
    assert select(page, 'progress.faint[max="2"][value="1"]')
    assert "0/1" in page
    assert "run-301" in page


def test_an_overview_counts_no_empty_label(
    track: Track, ada: User, omar_client: Client
) -> None:
    work = work_on(track, "301", ada, done=1)
    judge = make_person(ada, track)
    nugget = nuggets_of(work.topic.bank_versions.get())[0]
    make_label(ASSIGNMENT, judge, nugget, work.topic.responses.get(), value="")
    page = omar_client.get(f"/tracks/{track.uuid}/").content.decode()
    assert facts(page)["labels by people"] == "0"


def test_an_overview_shows_the_latest_job(track: Track, omar_client: Client) -> None:
    Job.objects.create(
        kind="k",
        scope=track.uuid,
        title="Draft of topic 14",
        created=NOW,
        finished=NOW,
        state=JobState.DONE,
    )
    make_topic(track)
    page = omar_client.get(f"/tracks/{track.uuid}/").content.decode()
    assert "Draft of topic 14" in page


def test_an_overview_says_what_comes_first(track: Track, omar_client: Client) -> None:
    page = omar_client.get(f"/tracks/{track.uuid}/").content.decode()
    assert "No topics yet" in page


def test_an_overview_takes_as_many_queries_for_a_large_track_as_for_a_small(
    track: Track,
    ada: User,
    omar_client: Client,
    django_assert_max_num_queries: Callable[..., Any],
) -> None:
    for number in range(105):
        make_topic(track, str(number))
    for number in range(110, 120):
        work_on(track, str(number), ada, done=1)
    with django_assert_max_num_queries(31):
        assert omar_client.get(f"/tracks/{track.uuid}/").status_code == 200


def test_the_topics_are_sorted_filtered_and_searched(
    track: Track, ada: User, omar_client: Client
) -> None:
    for number, done in enumerate((0, 2, 1)):
        work_on(track, f"30{number}", ada, done=done)
    make_topic(track, "303")
    address = f"/tracks/{track.uuid}/"

    def topics(**asked: str) -> list[str]:
        return texts(omar_client.get(address, asked), ".overview tbody th")

    assert topics() == ["300", "301", "302", "303"]
    assert topics(sort="-assignment")[:2] == ["301", "302"]
    assert topics(state="none") == ["303"]
    assert topics(state="unlabelled") == ["300", "303"]
    assert topics(q="302") == ["302"]
