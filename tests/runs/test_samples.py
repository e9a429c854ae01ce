"""A run may have several responses to a topic, each at its own place."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction

from runs.models import Response
from tests.make import make_response, make_run, make_topic, make_track


def test_the_database_keeps_one_response_per_run_topic_and_sample(db: None) -> None:
    track = make_track()
    run, topic = make_run(track), make_topic(track)
    first = make_response(run, topic)
    assert first.sample == 0
    with transaction.atomic(), pytest.raises(IntegrityError):
        make_response(run, topic)
    same = {"run": run, "topic": topic, "text": "Ice.", "words": 1}
    second = Response.objects.create(**same, sample=1)
    assert list(Response.objects.visible()) == [first, second]
