"""The organizers' pages of adjudications."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from accounts.models import User
from assess.judging.adjudication.actions import settle
from assess.judging.adjudication.work import read_sheet
from assess.judging.labels.writer import Act
from assess.judging.models import Adjudication, Judge, Slot
from assess.kinds.relevance.kind import RELEVANCE
from assess.kinds.relevance.models import RelevanceLabel
from runs.models import Topic, Track
from tests.assess.judging.adjudication.dispute_work import hand, open_for, put
from tests.make import (
    NOW,
    make_judge,
    make_person,
    make_segment,
    make_topic,
    make_track,
)
from tests.page import markup, select


@pytest.fixture
def track(ada: User, bea: User, omar: User) -> Track:
    return make_track(assessors=[ada, bea], organizer=omar)


@pytest.fixture
def topic(track: Track) -> Topic:
    return make_topic(track)


@pytest.fixture
def judges(track: Track, topic: Topic) -> list[Judge]:
    """Return a person and a machine who differ on two of three segments."""
    return _differing(track, topic)


def _differing(track: Track, topic: Topic) -> list[Judge]:
    judges = [make_judge(track, "machine"), make_judge(track, "other")]
    for number, pair in enumerate(("01", "13", "22")):
        segment = make_segment(track, f"doc#{number}")
        for judge, value in zip(judges, pair, strict=True):
            put(RELEVANCE, judge, topic, segment, value=value)
    return judges


def base(track: Track) -> str:
    return f"/tracks/{track.uuid}/adjudications/"


def form(given: list[Judge], person: User, /, **rest: object) -> dict[str, Any]:
    return {
        "name": "settled",
        "kind": "relevance",
        "judges": [str(judge.uuid) for judge in given],
        "sort": "any",
        "distance": 2,
        "adjudicators": [str(person.uuid)],
    } | rest


def confirm(page: str) -> str:
    return page.partition('name="confirm" value="')[2].partition('"')[0]


def test_it_shows_how_much_it_is_and_opens_it_with_the_second_press(
    track: Track, judges: list[Judge], ada: User, omar_client: Client
) -> None:
    address = f"{base(track)}new/"
    said = form(judges, ada)
    page = markup(omar_client.post(address, said))
    assert "2 disagreements to settle" in page
    assert "Of 3 items of relevance" in page
    assert not Adjudication.objects.exists()
    r = omar_client.post(address, said | {"confirm": confirm(page)})
    made = Adjudication.objects.get()
    assert (r.status_code, r["Location"]) == (302, f"{base(track)}{made.uuid}/")
    assert made.judge.kind == Judge.ADJUDICATION
    assert Slot.objects.get().subject == str(made.uuid)
    assert "settled" in markup(omar_client.get(base(track)))


def test_another_plan_is_shown_first(
    track: Track, judges: list[Judge], ada: User, omar_client: Client
) -> None:
    address = f"{base(track)}new/"
    page = markup(omar_client.post(address, form(judges, ada)))
    other = form(judges, ada, sort="distance", confirm=confirm(page))
    page = markup(omar_client.post(address, other))
    assert "1 disagreement to settle" in page
    assert not Adjudication.objects.exists()


@pytest.mark.parametrize(
    ("bad", "says"),
    [
        ({"judges": []}, "required"),
        ({"adjudicators": []}, "required"),
        ({"name": "machine"}, "already has a judge of this name"),
        ({"sort": "cut"}, "scale"),
        ({"sort": "cut", "cut": "support"}, "scale"),
        ({"topics": "none-such"}, "no topic"),
        ({"distance": 0}, "greater than"),
    ],
)
def test_it_rejects_bad_input(
    track: Track,
    judges: list[Judge],
    ada: User,
    omar_client: Client,
    bad: dict[str, Any],
    says: str,
) -> None:
    r = omar_client.post(f"{base(track)}new/", form(judges, ada, **bad))
    assert r.status_code == 422
    assert says in markup(r)


def test_it_offers_the_judges_and_the_scale_of_one_kind(
    track: Track, judges: list[Judge], omar_client: Client
) -> None:
    page = markup(omar_client.get(f"{base(track)}new/"))
    assert select(page, '[value="relevance"]')
    assert "Highly relevant" in page
    assert "Partial support" not in page
    page = markup(omar_client.get(f"{base(track)}new/?kind=support"))
    assert "Nothing to compare yet" in page
    assert "<form class=" not in page
    empty = make_track(
        name="Empty", organizer=track.memberships.get(role="organizer").user
    )
    page = markup(omar_client.get(f"{base(empty)}new/"))
    assert "Nobody assesses here yet" in page


def test_it_wants_two_judges_and_nobody_in_their_own_cause(
    track: Track, judges: list[Judge], ada: User, omar_client: Client
) -> None:
    one = omar_client.post(f"{base(track)}new/", form(judges[:1], ada))
    assert (one.status_code, "at least two" in markup(one)) == (422, True)
    own = make_person(ada, track)
    segment = make_segment(track, "doc#9")
    put(RELEVANCE, own, track.topics.get(), segment, value="1")
    mine = form([own, judges[0]], ada)
    r = omar_client.post(f"{base(track)}new/", mine)
    assert (r.status_code, "Labels of ada" in markup(r)) == (422, True)
    allowed = omar_client.post(f"{base(track)}new/", mine | {"own_allowed": "on"})
    assert allowed.status_code == 200


def test_the_result_and_the_panel_stand_on_its_page(
    track: Track,
    topic: Topic,
    judges: list[Judge],
    ada: User,
    ada_client: Client,
    omar_client: Client,
) -> None:
    made = open_for(ada, RELEVANCE, judges, topics=[topic])
    address = f"{base(track)}{made.uuid}/"
    assert "Nothing is settled yet" in markup(omar_client.get(address))
    work = hand(made, topic, ada)
    for item in read_sheet(work).items:
        act = Act(key=uuid4(), seen=0)
        settle(work, item=item.uuid, value="3", note="", act=act, now=NOW)
    page = markup(omar_client.get(address))
    assert "2 of 2" in page
    assert "0.500" in page
    r = omar_client.post(f"{address}panel/")
    RelevanceLabel.objects.filter(judge=judges[0], value="0").update(value="2")
    page = markup(omar_client.get(address))
    assert "1 settled item whose labels changed since" in page
    assert "labels changed since" in markup(
        ada_client.get(f"/work/{work.uuid}/", follow=True)
    )
    panel = Judge.objects.get(kind=Judge.PANEL, rule="first")
    assert r["Location"] == f"/tracks/{track.uuid}/judges/{panel.uuid}/"
    assert "Its panel" in markup(omar_client.get(address))
    assert omar_client.post(f"{address}panel/").status_code == 302
    judge = omar_client.get(f"/tracks/{track.uuid}/judges/{made.judge.uuid}/")
    assert "Settles relevance between machine, other" in markup(judge)


def test_other_people_can_be_let_in(
    track: Track,
    topic: Topic,
    judges: list[Judge],
    ada: User,
    bea: User,
    omar_client: Client,
) -> None:
    made = open_for(ada, RELEVANCE, judges, topics=[topic])
    address = f"{base(track)}{made.uuid}/adjudicators/"
    assert omar_client.post(address, {}).status_code == 422
    r = omar_client.post(address, {"adjudicators": [str(bea.uuid)]})
    assert r.status_code == 302
    assert list(made.adjudicators.all()) == [bea]
    own = make_person(ada, track)
    made.judges.add(own)
    r = omar_client.post(address, {"adjudicators": [str(ada.uuid)]})
    assert (r.status_code, "Labels of ada" in markup(r)) == (422, True)


def test_it_is_closed(
    track: Track, topic: Topic, judges: list[Judge], ada: User, omar_client: Client
) -> None:
    made = open_for(ada, RELEVANCE, judges, topics=[topic])
    omar_client.post(f"{base(track)}{made.uuid}/close/")
    made.refresh_from_db()
    assert made.closed_at is not None
    assert "closed" in markup(omar_client.get(f"{base(track)}{made.uuid}/"))


def test_it_is_the_organizers_alone(
    track: Track,
    topic: Topic,
    judges: list[Judge],
    ada: User,
    ada_client: Client,
    bea_client: Client,
    client: Client,
) -> None:
    made = open_for(ada, RELEVANCE, judges, topics=[topic])
    one = f"{base(track)}{made.uuid}/"
    reads = (base(track), f"{base(track)}new/", one)
    writes = (f"{one}panel/", f"{one}close/", f"{one}adjudicators/")
    for person in (ada_client, bea_client):
        assert {person.get(address).status_code for address in reads} == {404}
        assert {person.post(address).status_code for address in writes} == {404}
    assert {client.get(address).status_code for address in reads} == {302}


def test_it_rejects_the_wrong_method(
    track: Track, topic: Topic, judges: list[Judge], ada: User, omar_client: Client
) -> None:
    one = f"{base(track)}{open_for(ada, RELEVANCE, judges, topics=[topic]).uuid}/"
    for address in (f"{one}panel/", f"{one}close/", f"{one}adjudicators/"):
        assert omar_client.get(address).status_code == 405
    for address in (base(track), one):
        assert omar_client.post(address).status_code == 405


def test_it_hides_another_tracks(
    track: Track, judges: list[Judge], ada: User, omar: User, omar_client: Client
) -> None:
    there = make_track(name="There", assessors=[ada])
    topic = make_topic(there)
    made = open_for(ada, RELEVANCE, _differing(there, topic), topics=[topic])
    assert omar_client.get(f"{base(there)}{made.uuid}/").status_code == 404
    assert omar_client.get(f"{base(track)}{made.uuid}/").status_code == 404
