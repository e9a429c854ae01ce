"""Rows that several parts of a page need are read once, while it is made."""

from __future__ import annotations

import pytest
from django.db import connection
from django.db.models import QuerySet
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from config.operations.single_reads import read_once, rows_once, single_reads
from runs.models import Topic, Track
from tests.make import make_topic, make_track

pytestmark = pytest.mark.django_db


@read_once
def topics_of(track: Track, *, but: str = "") -> int:
    return track.topics.exclude(name=but).count()


def named(name: str) -> QuerySet[Topic]:
    return Topic.objects.filter(name=name)


def test_equal_queries_are_read_once() -> None:
    topic = make_topic(make_track(), "1")
    with single_reads(), CaptureQueriesContext(connection) as done:
        assert rows_once(named("1")) == rows_once(named("1")) == [topic]
        assert rows_once(named("2")) == []
        assert rows_once(named("1").values_list("name", flat=True)) == ["1"]
        assert rows_once(Topic.objects.filter(pk__in=[])) == []
    assert len(done) == 3
    with single_reads(), CaptureQueriesContext(connection) as done:
        rows_once(named("1"))
        rows_once(named("1").prefetch_related("subnarratives"))
    assert len(done) == 3


def test_a_list_of_rows_is_its_reader_s_own() -> None:
    make_topic(make_track(), "1")
    with single_reads():
        rows_once(named("1")).clear()
        assert len(rows_once(named("1"))) == 1


def test_functions_read_once_for_the_same_arguments() -> None:
    track = make_topic(make_track(), "1").track
    with single_reads(), CaptureQueriesContext(connection) as done:
        assert (topics_of(track), topics_of(track)) == (1, 1)
        assert (topics_of(track, but="1"), topics_of(track, but="1")) == (0, 0)
    assert len(done) == 2


def test_nothing_is_kept_afterwards_or_where_something_is_written(
    ada_client: Client, ada: User
) -> None:
    track = make_topic(make_track(assessors=[ada]), "1").track
    for number in (1, 2):
        with single_reads():
            assert len(rows_once(Topic.objects.all())) == topics_of(track) == number
        make_topic(track, f"more {number}")
    ada_client.get("/")
    assert len(rows_once(Topic.objects.all())) == topics_of(track) == 3
    make_topic(track, "last")
    assert len(rows_once(Topic.objects.all())) == topics_of(track) == 4
