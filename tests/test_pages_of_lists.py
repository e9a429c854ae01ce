"""What does not fit on a page is on the next, which the address names."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client

from accounts.models import User
from nuggets.editing.passages import LISTED, PassageRow, grouped
from nuggets.models import Condition
from runs.models import Membership, Response, Topic
from tests.make import make_bank, make_judge, make_run, make_topic, make_track

pytestmark = pytest.mark.stack("embedded")


def names_on(client: Client, address: str, name: str) -> list[int]:
    """Return how often a text is on each of a list’s two pages."""
    pages = []
    for number in (1, 2):
        r = client.get(address, {"page": number})
        assert f"Page {number} of 2" in r.text
        pages.append(r.text.count(name))
    return pages


def test_a_track_s_topics_and_a_run_s_responses_have_pages(
    omar: User, omar_client: Client
) -> None:
    track = make_track(organizer=omar)
    topics = Topic.objects.bulk_create(
        Topic(track=track, name=f"t{n}", text="Why?", position=n) for n in range(250)
    )
    run = make_run(track)
    Response.objects.bulk_create(
        Response(run=run, topic=topic, text="So.", words=1, digest=topic.name)
        for topic in topics
    )
    overview = f"/tracks/{track.uuid}/"
    assert names_on(omar_client, overview, 'title="Why?"') == [200, 50]
    assert names_on(omar_client, f"{overview}runs/{run.uuid}/", ">Why?<") == [
        200,
        50,
    ]


def test_a_track_s_people_and_conditions_have_pages(
    omar: User, omar_client: Client
) -> None:
    track = make_track(organizer=omar)
    make_topic(track)
    people = User.objects.bulk_create(User(username=f"p{n}") for n in range(249))
    Membership.objects.bulk_create(
        Membership(track=track, user=user, role=Membership.ASSESSOR) for user in people
    )
    bank, judge = make_bank(track), make_judge(track)
    Condition.objects.bulk_create(
        Condition(track=track, name=f"c{n}", bank=bank, assignment_judge=judge)
        for n in range(70)
    )
    people_at = f"/tracks/{track.uuid}/people/"
    assert names_on(omar_client, people_at, "Take away<") == [200, 50]
    conditions_at = f"/tracks/{track.uuid}/conditions/"
    assert names_on(omar_client, conditions_at, ">Nuggets<span") == [50, 20]


def test_the_list_of_all_passages_names_so_many_and_counts_the_rest() -> None:
    rows = [PassageRow(n, n, uuid4(), "d", ("a", "b")) for n in range(LISTED - 1)]
    first, second = grouped(rows, ["a", "b"])
    assert (len(first.passages), first.more) == (LISTED - 1, 0)
    assert (len(second.passages), second.more) == (1, LISTED - 2)
