"""The state of a campaign, and how long a slow count is used."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client

from accounts.models import User
from assess.judging.labels import cache as counting
from assess.judging.labels.batches import record_labels
from assess.judging.labels.counts import label_counts
from assess.judging.labels.writer import NewLabel
from assess.judging.models import Judge
from assess.kinds.relevance.kind import RELEVANCE
from nuggets.assignment.kind import ASSIGNMENT
from runs.models import Topic, Track
from tests.make import (
    NOW,
    make_bank,
    make_judge,
    make_label,
    make_person,
    make_response,
    make_run,
    make_segment,
    make_topic,
    make_track,
    make_version,
    nuggets_of,
)


@pytest.fixture
def track(omar: User, ada: User) -> Track:
    return make_track(organizer=omar, assessors=[ada])


@pytest.fixture
def topic(track: Track) -> Topic:
    return make_topic(track)


def grade(judge: Judge, topic: Topic, *docids: str) -> None:
    rows = [
        NewLabel((topic.pk, make_segment(topic.track, docid).pk), "2")
        for docid in docids
    ]
    record_labels(RELEVANCE, judge, rows, now=NOW)


def counted(track: Track, topic: Topic, *, seconds: int = 0) -> tuple[int, int]:
    counts = label_counts(track, now=NOW + timedelta(seconds=seconds))
    return counts.kinds["relevance"].get(topic.pk, (0, 0))


def test_it_counts_people_apart_from_other_judges(
    track: Track, topic: Topic, ada: User
) -> None:
    assert counted(track, topic) == (0, 0)
    grade(make_person(ada, track), topic, "d1", "d2")
    grade(make_judge(track, "gpt", kind=Judge.MODEL), topic, "d3")
    assert counted(track, topic) == (2, 1)


def test_a_quick_count_is_never_old(track: Track, topic: Topic, ada: User) -> None:
    judge = make_person(ada, track)
    for number in (1, 2):
        grade(judge, topic, f"d{number}")
        assert counted(track, topic) == (number, 0)


def test_a_slow_count_serves_for_a_minute_and_no_longer(
    track: Track, topic: Topic, ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(counting, "SLOW", 0.0)
    judge = make_person(ada, track)
    grade(judge, topic, "d1")
    assert counted(track, topic) == (1, 0)
    grade(judge, topic, "d2")
    assert counted(track, topic, seconds=59) == (1, 0)
    assert counted(track, topic, seconds=61) == (2, 0)


def test_a_judge_that_has_not_landed_counts_nowhere(track: Track, topic: Topic) -> None:
    judge = make_judge(track, "nist", kind=Judge.IMPORT)
    grade(judge, topic, "d1")
    Judge.objects.filter(pk=judge.pk).update(landed_at=None)
    assert counted(track, topic) == (0, 0)
    Judge.objects.filter(pk=judge.pk).update(landed_at=NOW)
    assert counted(track, topic) == (0, 1)


def test_the_page_says_when_it_counted(
    track: Track, topic: Topic, omar_client: Client
) -> None:
    assert "As of <time" in omar_client.get(f"/tracks/{track.uuid}/").content.decode()


def test_un_judged_assignments_do_not_count(track: Track, topic: Topic) -> None:
    nuggets = nuggets_of(make_version(make_bank(track), topic))
    response = make_response(make_run(track), topic)
    gpt = make_judge(track, "gpt", kind=Judge.MODEL)
    for value, nugget in zip(("support", ""), nuggets, strict=False):
        make_label(ASSIGNMENT, gpt, nugget, response, value=value)
    counts = label_counts(track, now=NOW)
    assert counts.kinds["assignment"] == {topic.pk: (0, 1)}
