"""Nobody judges a topic from scratch after seeing its labels, on any path."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from assess.judging.allocations.actions import Terms, finish, hand_out, pass_on, release
from assess.judging.allocations.blindness import NotBlind
from assess.judging.models import Adjudication, Allocation, Judge, Slot
from assess.judging.queues.actions import NothingFree, add_slots, take, take_next
from assess.judging.screens import get_screen
from assess.kinds.relevance.kind import RELEVANCE
from runs.models import Topic, Track
from tests.assess.judging.adjudication.dispute_work import hand, open_for, put
from tests.at_once import at_once
from tests.make import (
    NOW,
    make_allocation,
    make_judge,
    make_segment,
    make_topic,
    make_track,
)

pytestmark = pytest.mark.both_stacks

SETTLING = "disputed_relevance"


@pytest.fixture
def track(ada: User, bea: User, omar: User) -> Track:
    return make_track(organizer=omar, assessors=[ada, bea])


@pytest.fixture
def topic(track: Track) -> Topic:
    return make_topic(track, "1005")


@pytest.fixture
def disputes(topic: Topic, ada: User) -> Adjudication:
    """Two judges disagree over one segment; Ada may settle it."""
    judges = [make_judge(topic.track, name) for name in ("one", "two")]
    segment = make_segment(topic.track, "doc")
    for judge, value in zip(judges, "02", strict=True):
        put(RELEVANCE, judge, topic, segment, value=value)
    return open_for(ada, RELEVANCE, judges, topics=[topic])


def give(topic: Topic, person: User, *, kind: str = "relevance", **terms: Judge) -> int:
    return hand_out(
        topic.track,
        get_screen(kind),
        [(topic, person)],
        by=person,
        terms=Terms(round=len(terms), **terms),  # type: ignore[arg-type]
    )


def test_who_settles_disputes_over_a_topic_gets_it_no_more_from_scratch(
    disputes: Adjudication, topic: Topic, ada: User, bea: User
) -> None:
    work = hand(disputes, topic, ada)
    with pytest.raises(NotBlind, match=r"Relevance: .*\(ada: 1005\)"):
        give(topic, ada)
    release(work, now=NOW)  # what was seen stays seen
    with pytest.raises(NotBlind):
        give(topic, ada)
    assert give(topic, bea) == give(topic, ada, kind="support") == 1
    assert give(make_topic(topic.track, "1006"), ada) == 1


def test_who_corrected_a_model_gets_the_topic_no_more_from_scratch(
    topic: Topic, ada: User
) -> None:
    model = make_judge(topic.track, "model", kind=Judge.MODEL)
    give(topic, ada, kind="support", shown=model)
    with pytest.raises(NotBlind, match=r"Support: .*\(ada: 1005\)"):
        give(topic, ada, kind="support")
    assert give(topic, ada) == 1


def test_who_judges_from_scratch_is_shown_labels_after_the_end_alone(
    disputes: Adjudication, topic: Topic, ada: User
) -> None:
    give(topic, ada)
    pairs, terms = [(topic, ada)], Terms(subject=str(disputes.uuid))
    with pytest.raises(NotBlind, match=r"before the end \(ada: 1005\)"):
        hand_out(topic.track, get_screen(SETTLING), pairs, by=ada, terms=terms)
    with pytest.raises(NothingFree):
        take_next(topic.track, SETTLING, ada, now=NOW)
    finish(Allocation.objects.get(), now=NOW)
    assert take_next(topic.track, SETTLING, ada, now=NOW).topic == topic


def test_a_queue_offers_and_gives_no_topic_that_was_seen(
    disputes: Adjudication, topic: Topic, ada: User, ada_client: Client
) -> None:
    hand(disputes, topic, ada)
    add_slots(topic.track, get_screen("relevance"), {topic: 1}, by=ada)
    assert "Relevance free" not in ada_client.get("/").content.decode()
    with pytest.raises(NothingFree):
        take_next(topic.track, "relevance", ada, now=NOW)
    with pytest.raises(NotBlind):
        take(Slot.objects.get(work="relevance"), ada, now=NOW)
    assert Allocation.objects.count() == 1


def test_work_is_not_passed_on_to_who_has_seen_it_judged(
    disputes: Adjudication,
    topic: Topic,
    ada: User,
    bea: User,
    omar: User,
    omar_client: Client,
) -> None:
    hand(disputes, topic, ada)
    work = make_allocation(topic, bea, work="relevance")
    with pytest.raises(NotBlind, match="ada: 1005"):
        pass_on(topic.track, bea, ada, by=omar, now=NOW)
    assert Allocation.objects.open().filter(assessor=bea).get() == work
    address = f"/tracks/{topic.track.uuid}/work/people/{bea.uuid}/"
    r = omar_client.post(address, {"to": str(ada.uuid)})
    assert (r.status_code, "(ada: 1005)" in r.content.decode()) == (422, True)


@pytest.mark.django_db(transaction=True)
def test_of_two_that_would_unblind_each_other_at_once_one_is_given(
    disputes: Adjudication, topic: Topic, ada: User
) -> None:
    outcomes = at_once(
        lambda: give(topic, ada),
        lambda: take_next(topic.track, SETTLING, ada, now=NOW),
        refusals=(NotBlind, NothingFree),
    )
    assert sum(isinstance(each, Exception) for each in outcomes) == 1
    assert Allocation.objects.count() == 1
