"""A third judge over post-edited labels: those of a round, where they differ."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from assess.judging.adjudication.disputes import Standing, cause_of, votes_on
from assess.judging.adjudication.progress import rows_of, standings_of
from assess.judging.adjudication.work import read_sheet
from assess.judging.models import Adjudication, Allocation, Judge
from assess.kinds.support.kind import SUPPORT
from assess.kinds.support.models import SupportLabel
from runs.models import Track
from tests.assess.judging.adjudication.dispute_work import hand
from tests.assess.judging.rounds.round_rows import (
    FULL,
    NO,
    PARTIAL,
    citations,
    make_citing_track,
    make_model,
    make_round,
)
from tests.make import make_label, make_person

pytestmark = pytest.mark.both_stacks


@pytest.fixture
def track(ada: User, bea: User, omar: User) -> Track:
    """A model's labels, and Bea's: equal from scratch, two of four post-edited."""
    track = make_citing_track(ada, bea, organizer=omar)
    make_model(track)
    judge, topic = make_person(bea, track), track.topics.get(name="1")
    for citation, value in zip(
        citations(topic), (FULL, NO, PARTIAL, FULL), strict=True
    ):
        make_label(SUPPORT, judge, citation, value=value)
    SupportLabel.objects.filter(judge=judge).update(round=2)
    for citation in citations(topic):
        make_label(SUPPORT, judge, citation, value=FULL)
    return track


def opened(client: Client, track: Track, adjudicator: User, number: int) -> None:
    judges = track.judges.filter(kind__in=(Judge.MODEL, Judge.PERSON))
    sent = {
        "name": f"third of {number}",
        "kind": "support",
        "judges": [str(judge.uuid) for judge in judges],
        "sort": "any",
        "distance": 2,
        "adjudicators": [str(adjudicator.uuid)],
        "of_round": number,
        "hides_labels": "on",
    }
    address = f"/tracks/{track.uuid}/adjudications/new/"
    page = client.post(address, sent)
    assert page.status_code == 200, page.content.decode()
    seal = page.context["preview"].seal
    assert client.post(address, sent | {"confirm": seal}).status_code == 302


def test_it_compares_the_labels_of_its_round(
    track: Track, ada: User, omar_client: Client
) -> None:
    model = track.judges.get(kind=Judge.MODEL)
    make_round(track, "post-edited in two", shows="before", shown=model)
    opened(omar_client, track, ada, 2)
    opened(omar_client, track, ada, 0)
    topic = track.topics.get(name="1")
    of_two = Adjudication.objects.get(of_round=2)
    from_scratch = Adjudication.objects.get(of_round=0)
    assert standings_of(of_two)[topic.pk] == Standing(0, 2)
    assert standings_of(from_scratch)[topic.pk] == Standing(0, 0)
    assert [row.standing for row in rows_of([of_two, from_scratch])] == [
        Standing(0, 2),
        Standing(0, 0),
    ]
    found = votes_on(cause_of(of_two), [topic.pk])
    assert sum(len(set(votes.values())) > 1 for votes in found.values()) == 2
    work = hand(of_two, topic, ada)
    assert len(read_sheet(work).items) == 2
    page = omar_client.get(f"/tracks/{track.uuid}/adjudications/{of_two.uuid}/")
    assert "post-edited in two" in page.content.decode()
    assert Allocation.objects.get() == work
