"""The overview's part on whether the labels can be trusted."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from assess.analysis.trust.figures import ALIKE, KAPPA, NOT_TWICE, trust_of
from assess.judging.labels.batches import record_labels
from assess.judging.labels.writer import NewLabel
from assess.judging.models import Judge
from assess.kinds.relevance.kind import RELEVANCE
from runs.models import Track
from tests.make import (
    NOW,
    make_judge,
    make_person,
    make_segment,
    make_topic,
    make_track,
)
from tests.page import texts

VALUES = "0123012301230123"


@pytest.fixture
def track(ada: User, bea: User, omar: User) -> Track:
    track = make_track(organizer=omar, assessors=[ada, bea])
    make_topic(track)
    for place in range(len(VALUES)):
        make_segment(track, f"d{place}")
    return track


def grade(judge: Judge, values: str) -> None:
    topic = judge.track.topics.get()
    segments = judge.track.segments.order_by("pk")
    rows = [
        NewLabel((topic.pk, segment.pk), value)
        for segment, value in zip(segments, values, strict=False)
    ]
    record_labels(RELEVANCE, judge, rows, now=NOW)


def test_people_and_the_machine_that_shares_most(
    track: Track, ada: User, bea: User
) -> None:
    grade(make_person(ada, track), VALUES)
    # Machines grade up to 3 here, people up to 4: only the order can be compared.
    grade(make_judge(track, "small"), VALUES[:4])
    (found,) = trust_of(track)
    assert (found.machine.measure, found.machine.found.value) == (ALIKE, 1.0)
    grade(make_judge(track, "large", kind=Judge.IMPORT), "1" + VALUES[1:])
    (found,) = trust_of(track)
    assert (found.people.found.value, found.people.reason) == (None, NOT_TWICE)
    assert (found.machine_name, found.others, found.machine.n) == ("large", 1, 16)
    assert found.machine.measure == KAPPA
    assert found.machine.found.value == pytest.approx(11 / 12)
    grade(make_person(bea, track), VALUES[:8])
    (found,) = trust_of(track)
    assert (found.people.n, found.people.found.value) == (8, 1.0)


def test_the_part_shows_it_to_organizers(
    track: Track, ada: User, omar_client: Client, ada_client: Client
) -> None:
    address = reverse("assess:trust", args=[track.uuid])
    assert texts(omar_client.get(address), "#trust tbody th") == []
    grade(make_person(ada, track), VALUES)
    grade(make_judge(track, "large", kind=Judge.IMPORT), "1" + VALUES[1:])
    page = omar_client.get(address)
    assert texts(page, "#trust tbody th") == ["Relevance"]
    assert "0.92" in " ".join(texts(page, "#trust .short"))
    assert ada_client.get(address).status_code == 404
