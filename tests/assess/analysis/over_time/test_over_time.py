"""People's labels over time, compared with the work handed out."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.test import Client

from accounts.models import User
from assess.analysis.over_time import history as given
from assess.analysis.over_time.history import DAY, HOUR, MINUTE, Span, given_in
from assess.judging.labels.batches import record_labels
from assess.judging.labels.writer import NewLabel
from assess.judging.models import Allocation, Change, Judge, Slot
from assess.kinds.relevance.kind import RELEVANCE
from runs.models import Segment, Topic, Track
from runs.put_away.actions import put_away, restore
from runs.put_away.registration import TOPIC
from tests.make import (
    NOW,
    make_allocation,
    make_judge,
    make_person,
    make_response,
    make_run,
    make_topic,
    make_track,
)

NOON = datetime(2025, 11, 3, 12, tzinfo=UTC)
DOCIDS = ("d1", "d2", "d3", "d4")
BERLIN = ZoneInfo("Europe/Berlin")


@pytest.fixture
def track(ada: User, omar: User) -> Track:
    return make_track(organizer=omar, assessors=[ada])


def segment(topic: Topic, docid: str) -> Segment:
    found = Segment.objects.get_or_create(
        track=topic.track, docid=f"{topic} {docid}", defaults={"text": "Salt."}
    )
    return found[0]


def pooled(track: Track, name: str) -> Topic:
    """Make a topic with four segments to grade."""
    topic = make_topic(track, name)
    for docid in DOCIDS:
        run = make_run(track, f"{name} {docid}")
        make_response(run, topic, cites=segment(topic, docid))
    return topic


def grade(
    judge: Judge, topic: Topic, docids: Sequence[str], at: datetime, value: str = "2"
) -> None:
    items = [(topic.pk, segment(topic, docid).pk) for docid in docids]
    rows = [NewLabel(item, value) for item in items]
    record_labels(RELEVANCE, judge, rows, now=at)


@pytest.mark.parametrize(
    ("later", "width", "start"),
    [
        (timedelta(minutes=30), MINUTE, "2025-11-03 13:00"),
        (timedelta(hours=12), HOUR, "2025-11-03 13:00"),
        (timedelta(days=9), DAY, "2025-11-03 00:00"),
    ],
)
def test_labels_add_up_by_the_reader_s_clock(
    track: Track, ada: User, later: timedelta, width: timedelta, start: str
) -> None:
    topic, judge = make_topic(track), make_person(ada, track)
    grade(judge, topic, ["d1", "d2"], NOON)
    grade(judge, topic, ["d3"], NOON + later)
    first, last = given_in(track, BERLIN)
    assert first == Span(datetime.fromisoformat(start), width, {"relevance": 2})
    assert last.start == first.start + later
    assert last.labels == {"relevance": 1}


def test_what_is_taken_back_counts_no_more_and_a_new_value_counts_once(
    track: Track, ada: User
) -> None:
    topic, judge = make_topic(track), make_person(ada, track)
    assert given_in(track, BERLIN) == []
    grade(judge, topic, DOCIDS, NOON)
    grade(judge, topic, ["d1"], NOON + DAY, value="0")
    grade(judge, topic, ["d2"], NOON + 3 * DAY, value="")
    labels = [span.labels["relevance"] for span in given_in(track, BERLIN)]
    assert labels == [4, -1]


def test_what_is_long_past_is_counted_once(
    track: Track, ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    topic, judge = make_topic(track), make_person(ada, track)
    grade(judge, topic, DOCIDS, NOON)
    monkeypatch.setattr(given, "LATE", 2)  # the first of the four is long past
    whole = given_in(track, BERLIN)
    past = Change.objects.filter(pk=Change.objects.earliest("pk").pk)
    past.update(after="")
    assert given_in(track, BERLIN) == whole
    past.update(after="2")
    grade(judge, topic, ["d5"], NOON + 7 * DAY)
    assert [span.labels["relevance"] for span in given_in(track, BERLIN)] == [4, 1]


def test_machines_are_left_out(track: Track) -> None:
    grade(make_judge(track), make_topic(track), DOCIDS, NOON)
    assert given_in(track, BERLIN) == []


def table(client: Client, track: Track) -> list[dict[str, str]]:
    r = client.get(f"/tracks/{track.uuid}/over-time/labels.csv")
    return list(csv.DictReader(io.StringIO(r.content.decode())))


def test_it_shows_what_is_given_of_what_is_asked_for(
    track: Track, ada: User, omar: User, omar_client: Client
) -> None:
    topics = [pooled(track, name) for name in "abc"]
    grade(make_person(ada, track), topics[0], ["d1", "d2"], NOON)
    grade(make_person(ada, track), topics[0], ["d3"], NOON + 7 * DAY)
    make_allocation(topics[0], ada, work="relevance")
    taken_back = make_allocation(topics[1], ada, work="relevance")
    Allocation.objects.filter(pk=taken_back.pk).update(released_at=NOON)
    Slot.objects.create(track=track, work="relevance", topic=topics[2], by=omar)
    page = omar_client.get(f"/tracks/{track.uuid}/over-time/").content.decode()
    assert "3 of 8 labels that are asked for are given, 3 Nov 2025 to 10 Nov" in page
    assert [
        (row["day"], row["labels so far"]) for row in table(omar_client, track)
    ] == [
        ("2 Nov 2025", "0"),
        ("3 Nov 2025", "2"),
        ("9 Nov 2025", "2"),
        ("10 Nov 2025", "3"),
    ]
    page = omar_client.get(f"/tracks/{track.uuid}/over-time/").content.decode()
    assert "8 asked for" in page


def test_it_says_where_nothing_is_labelled_yet(
    track: Track, omar_client: Client, ada_client: Client
) -> None:
    address = f"/tracks/{track.uuid}/over-time/"
    page = omar_client.get(address).content.decode()
    assert "No person has labelled anything yet" in page
    assert omar_client.get(f"{address}labels.csv").status_code == 404
    assert ada_client.get(address).status_code == 404


def test_labels_on_what_is_put_away_count_no_longer_until_it_is_restored(
    track: Track, ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(given, "LATE", 2)  # some are cached, and some counted anew
    person, topics = make_person(ada, track), [pooled(track, name) for name in "12"]
    for topic, docids in zip(topics, (DOCIDS, DOCIDS[:3]), strict=True):
        grade(person, topic, docids, NOON)

    def labels() -> int:
        track.refresh_from_db()
        return sum(span.labels["relevance"] for span in given_in(track, BERLIN))

    assert labels() == 7
    put_away(TOPIC, topics[0], track=track, by=None, now=NOW)
    assert labels() == 3
    restore(TOPIC, topics[0], track=track, by=None, now=NOW)
    assert labels() == 7
