"""Several people take from a queue at the same moment; each slot is taken once."""

from __future__ import annotations

import pytest

from accounts.models import User
from assess.judging.models import Allocation, Slot
from assess.judging.queues.actions import NothingFree, Taken, take, withdraw
from runs.models import Topic, Track
from tests.assess.judging.queues.topic_queue import queue, take_one
from tests.at_once import at_once
from tests.make import NOW

REFUSALS = (NothingFree, Taken)


def crowd(track: Track, size: int) -> list[User]:
    people = [User.objects.create_user(f"taker-{number}") for number in range(size)]
    for person in people:
        track.memberships.create(user=person, role="assessor")
    return people


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("lapsed", [False, True])
def test_two_take_the_last_slot_at_once_and_one_gets_it(
    track: Track, topics: list[Topic], ada: User, omar: User, lapsed: bool
) -> None:
    queue(omar, {topics[0]: 1})
    if lapsed:
        take_one(track, ada)
    people = crowd(track, 6)
    outcomes = at_once(
        *(lambda p=p: take_one(track, p, hours=9) for p in people), refusals=REFUSALS
    )
    assert sum(isinstance(each, Allocation) for each in outcomes) == 1
    assert sum(isinstance(each, NothingFree) for each in outcomes) == 5
    assert Allocation.objects.filter(released_at=None).count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_crowd_gets_every_slot_once(
    track: Track, topics: list[Topic], omar: User
) -> None:
    queue(omar, dict.fromkeys(topics, 1))
    people = crowd(track, 5)
    outcomes = at_once(
        *(lambda p=p: take_one(track, p) for p in people), refusals=REFUSALS
    )
    taken = [each for each in outcomes if isinstance(each, Allocation)]
    assert {work.topic_id for work in taken} == {topic.pk for topic in topics}
    assert len(taken) == 3


@pytest.mark.django_db(transaction=True)
def test_a_slot_is_taken_or_withdrawn_never_both(
    track: Track, topics: list[Topic], ada: User, omar: User
) -> None:
    queue(omar, {topics[0]: 1})
    slot = Slot.objects.get()
    at_once(
        lambda: withdraw(slot, now=NOW),
        lambda: take(slot, ada, now=NOW),
        refusals=REFUSALS,
    )
    slot.refresh_from_db()
    assert (slot.withdrawn_at is None) == Allocation.objects.exists()
