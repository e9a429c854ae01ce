"""Readings: what they ask in step is one statement, and comes as Django reads it."""

from __future__ import annotations

from datetime import date, time, timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.db import connection
from django.db.models import (
    BinaryField,
    Count,
    DecimalField,
    DurationField,
    F,
    FloatField,
    Q,
    TimeField,
    Value,
)
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from config.operations.readings import Reading, ask, read, rows_of, together
from runs.models import Topic, Track
from tests.make import make_run, make_topic, make_track

pytestmark = pytest.mark.both_stacks


@pytest.fixture
def track(omar: User) -> Track:
    track = make_track(organizer=omar)
    for name in ("quote “ö”, 'x' and \\", "two", "three"):
        make_topic(track, name)
    make_run(track, "a run")
    return track


def statements(reading: Reading[Any]) -> tuple[Any, int]:
    with CaptureQueriesContext(connection) as done:
        found = read(reading)
    return found, len(done)


def test_rows_come_as_django_reads_them(track: Track) -> None:
    Track.objects.update(due_on=date(2026, 1, 15))
    queries: list[Any] = [
        Topic.objects.order_by("-name"),
        Topic.objects.order_by("name").select_related("track"),
        Topic.objects.annotate(n=Count("responses"), long=Q(name="two")).order_by("pk"),
        Topic.objects.order_by("pk").values("pk", "uuid", "name", "details"),
        Topic.objects.order_by("pk").values_list("uuid", flat=True),
        Track.objects.values_list("created_at", "deleted_at", "uuid", "due_on"),
        Topic.objects.order_by("name").values_list("name", F("track__name"))[:2],
        Topic.objects.values_list("track").annotate(n=Count("pk")),
        Topic.objects.filter(pk__in=[]),
    ]
    expected = [list(query.all()) for query in queries]
    with CaptureQueriesContext(connection) as done:
        found = rows_of(queries)
    assert found == expected
    assert len(done) == 1
    assert found[1][0].track.name == track.name
    assert [(one.n, one.long) for one in found[2]] == [
        (one.n, one.long) for one in expected[2]
    ]
    assert [vars(one) for one in found[0]] != []
    assert [one.details for one in found[0]] == [one.details for one in expected[0]]


def topics_then_tracks() -> Reading[tuple[int, int]]:
    [topics] = yield [Topic.objects.values_list("track")]
    [tracks] = yield [Track.objects.filter(pk__in={pk for (pk,) in topics})]
    return len(topics), len(tracks)


def nothing() -> Reading[int]:
    yield []
    return 7


def test_readings_ask_in_step(track: Track) -> None:
    found, number = statements(
        together(topics_then_tracks(), ask(Track.objects.all()), topics_then_tracks())
    )
    assert found == [(3, 1), [[track]], (3, 1)]
    assert number == 2


def test_readings_may_need_no_rows(track: Track) -> None:
    assert statements(together()) == ([], 0)
    assert statements(together(nothing(), nothing())) == ([7, 7], 0)
    found, number = statements(together(nothing(), topics_then_tracks()))
    assert (found, number) == ([7, (3, 1)], 2)
    assert read(ask(Topic.objects.filter(pk__in=[]))) == [[]]


@pytest.mark.parametrize(
    "value",
    [
        Value(0.5, FloatField()),
        Value(Decimal("0.5"), DecimalField(max_digits=2, decimal_places=1)),
        Value(time(9, 30), TimeField()),
        Value(timedelta(hours=1), DurationField()),
        Value(b"\x00", BinaryField()),
    ],
    ids=lambda value: type(value.output_field).__name__,
)
def test_it_refuses_types_that_json_may_change(track: Track, value: Value) -> None:
    query = Topic.objects.annotate(strange=value).values_list("strange")
    with pytest.raises(TypeError, match="strange"):
        rows_of([query, query])
