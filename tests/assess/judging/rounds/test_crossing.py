"""Two rounds crossed over people and topics: a study of what a shown label does."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from assess.judging.allocations.actions import (
    NO_TERMS,
    AlreadyHandedOut,
    Terms,
    hand_out,
)
from assess.judging.allocations.plans import HandOutPlan, hand_out_all
from assess.judging.models import Allocation, Round
from assess.judging.screens import get_screen
from runs.models import Membership, Track
from tests.assess.judging.allocations.test_handing_out import (
    asked,
    confirmed,
    post,
)
from tests.assess.judging.rounds.round_rows import (
    make_citing_track,
    make_model,
    make_round,
)
from tests.page import texts

PLANS = "section.plan h2"
SUPPORT = get_screen("support")


@pytest.fixture
def track(ada: User, bea: User, omar: User) -> Track:
    return make_citing_track(ada, bea, organizer=omar)


@pytest.fixture
def edited(track: Track) -> Round:
    return make_round(track, "post", shows=Round.BEFORE, shown=make_model(track))


def held(track: Track, person: User) -> dict[str, int]:
    """Return the round in which a person has each topic."""
    works = Allocation.objects.filter(track=track, assessor=person)
    return dict(works.order_by("pk").values_list("topic__name", "round"))


def test_each_topic_is_judged_in_both_rounds_by_different_people(
    track: Track, edited: Round, ada: User, bea: User, omar_client: Client
) -> None:
    data = asked(ada, bea, share="turn", crossed=str(edited.uuid))
    status, page = post(omar_client, track, data)
    assert status == 200
    said = "Support of 3 topics for 2 people"
    assert texts(page, PLANS) == [f"{said}, from scratch", f"{said}, round “post”"]
    assert texts(page, "section.plan tbody td:nth-last-child(2)") == [
        "0",
        "0",
        "2",
        "1",
    ]
    assert page.count("judged in both rounds, by different people") == 2
    assert page.count("Hand out</button>") == 1
    assert not Allocation.objects.exists()
    confirmed(omar_client, track, data)
    assert held(track, ada) == {"1": 0, "3": 0, "2": edited.number}
    assert held(track, bea) == {"2": 0, "1": edited.number, "3": edited.number}
    shown = Allocation.objects.exclude(shown=None)
    assert {work.round for work in shown} == {edited.number}


def test_who_has_nothing_in_one_round_is_listed_in_the_other(
    track: Track, edited: Round, ada: User, bea: User, omar_client: Client
) -> None:
    """Ada and Cleo share the first topic of two: one of them has only the second."""
    cleo = User.objects.create_user("cleo")
    track.memberships.create(user=cleo, role=Membership.ASSESSOR)
    people = ada, bea, cleo
    data = asked(*people, share="turn", topics="1 2", crossed=str(edited.uuid))
    _status, page = post(omar_client, track, data)
    names = [str(person) for person in people]
    assert texts(page, "section.plan tbody th") == names * 2
    assert texts(page, "section.plan tbody td:nth-child(2)") == list("110011")
    confirmed(omar_client, track, data)
    assert [held(track, person) for person in people] == [
        {"1": 0},
        {"2": 0, "1": edited.number},
        {"2": edited.number},
    ]


def test_all_or_nothing_is_handed_out(
    track: Track, edited: Round, ada: User, bea: User, omar: User
) -> None:
    """Work that somebody was given meanwhile in the second round stops the first."""
    one, two, _three = track.topics.order_by("position")
    scratch = HandOutPlan(track, SUPPORT, NO_TERMS, [one, two], [(one, ada)])
    terms = Terms(round=edited.number, shown=edited.shown, protocol=edited)
    over = HandOutPlan(track, SUPPORT, terms, [one, two], [(two, ada)])
    hand_out(track, SUPPORT, [(two, ada)], by=omar, terms=terms)
    with pytest.raises(AlreadyHandedOut):
        hand_out_all([scratch, over], by=omar)
    assert held(track, ada) == {"2": edited.number}


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"topics": "1"}, "over two people and two topics"),
        ({"to": "queue"}, "over two people and two topics"),
        ({"work": "relevance:"}, "This work has no rounds"),
        ({"same": True}, "one and the same round"),
    ],
)
def test_what_cannot_be_crossed_is_refused(
    track: Track,
    edited: Round,
    ada: User,
    bea: User,
    omar_client: Client,
    wrong: dict[str, object],
    said: str,
) -> None:
    data = asked(ada, bea, share="turn", crossed=str(edited.uuid)) | wrong
    if wrong.get("to"):
        data["people"] = []
    if data.pop("same", False):
        data["protocol"] = str(edited.uuid)
    status, page = post(omar_client, track, data)
    assert status == 422
    assert said in page
    assert not Allocation.objects.exists()
