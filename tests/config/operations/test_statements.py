"""A statement is compiled once, and executed with new values each time."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.db import connection
from django.db.models import QuerySet, UUIDField
from django.test.utils import CaptureQueriesContext

from config.operations.statements import Given, Statement
from runs.models import Topic
from tests.make import make_topic, make_track

pytestmark = pytest.mark.django_db


def topics() -> QuerySet[Topic]:
    one = Given("uuid", UUIDField())
    return Topic.objects.filter(uuid=one).select_related("track")


def test_it_asks_again_with_other_values() -> None:
    track = make_track()
    first, second = make_topic(track, "1"), make_topic(track, "2")
    found = Statement(topics)
    assert found.rows(uuid=first.uuid) == [first]
    assert found.rows(uuid=second.uuid) == [second]
    assert found.first(uuid=uuid4()) is None


def test_it_reads_what_has_changed_since() -> None:
    topic = make_topic(make_track(), "1")
    found = Statement(topics)
    assert found.rows(uuid=topic.uuid)[0].text == topic.text
    Topic.objects.filter(pk=topic.pk).update(text="later")
    assert found.rows(uuid=topic.uuid)[0].text == "later"


def test_it_follows_foreign_keys_in_one_statement() -> None:
    topic = make_topic(make_track(), "1")
    with CaptureQueriesContext(connection) as done:
        [row] = Statement(topics).rows(uuid=topic.uuid)
        assert row.track == topic.track
    assert len(done) == 1
