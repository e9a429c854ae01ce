"""Topics of a queue are taken in order, and never twice by the same person."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import User
from assess.judging.allocations.actions import KnowsTheAnswers, NotOpen, finish
from assess.judging.models import Allocation, Slot
from assess.judging.queues.actions import (
    NothingFree,
    QueueChanged,
    Taken,
    add_slots,
    put_back,
    take,
    withdraw,
)
from assess.judging.queues.listing import queues_for
from assess.judging.screens import get_screen
from runs.models import Topic, Track
from tests.assess.judging.queues.topic_queue import queue, take_one
from tests.make import (
    NOW,
    make_allocation,
    make_person,
    make_response,
    make_run,
    make_segment,
    make_topic,
    make_track,
)

pytestmark = pytest.mark.both_stacks


def test_topics_are_taken_in_their_order(
    track: Track, topics: list[Topic], ada: User, bea: User, omar: User
) -> None:
    queue(omar, dict.fromkeys(topics, 1))
    assert take_one(track, ada).topic == topics[0]
    work = take_one(track, bea)
    assert work.topic == topics[1]
    assert work.leased_until == NOW + timedelta(hours=8)
    take_one(track, ada)
    with pytest.raises(NothingFree):
        take_one(track, bea)


def test_every_topic_is_taken_once_before_any_is_taken_twice(
    track: Track, topics: list[Topic], ada: User, bea: User, omar: User
) -> None:
    queue(omar, {topics[0]: 2, topics[1]: 1})
    assert take_one(track, ada).topic == topics[0]
    assert take_one(track, bea).topic == topics[1]
    assert take_one(track, bea).topic == topics[0]


def test_nobody_gets_the_same_topic_twice(
    track: Track, topics: list[Topic], ada: User, bea: User, omar: User
) -> None:
    queue(omar, {topics[0]: 2})
    finish(take_one(track, ada), now=NOW)
    with pytest.raises(NothingFree):
        take_one(track, ada)
    make_allocation(topics[0], bea, work="relevance")
    with pytest.raises(NothingFree):
        take_one(track, bea)


def test_finished_work_is_never_taken_again(
    taken: Allocation, track: Track, bea: User
) -> None:
    finish(taken, now=NOW)
    with pytest.raises(NothingFree):
        take_one(track, bea, hours=1000)


def test_free_topics_come_before_those_that_somebody_let_lie(
    track: Track, topics: list[Topic], ada: User, bea: User, omar: User
) -> None:
    queue(omar, dict.fromkeys(topics[:2], 1))
    take_one(track, ada)
    assert take_one(track, bea, hours=9).topic == topics[1]
    assert take_one(track, bea, hours=9).topic == topics[0]


def test_topics_are_queued_once_for_a_plan(
    track: Track, topics: list[Topic], omar: User
) -> None:
    screen, copies = get_screen("relevance"), {topics[0]: 1}
    assert add_slots(track, screen, copies, by=omar, queued=0) == 1
    with pytest.raises(QueueChanged):
        add_slots(track, screen, copies, by=omar, queued=0)
    assert Slot.objects.count() == 1


def test_work_put_back_is_free_and_can_be_taken_up_again(
    taken: Allocation, track: Track, topics: list[Topic], ada: User, bea: User
) -> None:
    put_back(taken, now=NOW)
    with pytest.raises(NotOpen):
        put_back(taken, now=NOW)
    again = take_one(track, ada)
    assert again.seed != taken.seed
    put_back(again, now=NOW)
    assert take_one(track, bea).topic == topics[0]


def test_work_that_was_handed_out_cannot_be_put_back(
    topics: list[Topic], ada: User
) -> None:
    with pytest.raises(NotOpen):
        put_back(make_allocation(topics[0], ada, work="relevance"), now=NOW)


def test_a_free_slot_is_withdrawn_a_taken_one_not(
    track: Track, topics: list[Topic], ada: User, bea: User, omar: User
) -> None:
    queue(omar, {topics[0]: 2})
    work = take_one(track, ada)
    free = Slot.objects.exclude(allocations=work).get()
    withdraw(free, now=NOW)
    for slot in (free, work.slot):
        assert slot
        with pytest.raises(Taken):
            withdraw(slot, now=NOW)
    with pytest.raises(Taken):
        take(free, bea, now=NOW)
    with pytest.raises(NothingFree):
        take_one(track, bea)


def test_only_a_tracks_assessors_take(
    track: Track, topics: list[Topic], omar: User
) -> None:
    queue(omar, {topics[0]: 1})
    assert queues_for(omar, now=NOW) == []
    with pytest.raises(NothingFree):
        take_one(track, omar)


def test_nobody_is_tested_on_their_own_answers(
    track: Track, topics: list[Topic], ada: User, omar: User
) -> None:
    with pytest.raises(KnowsTheAnswers, match="ada"):
        queue(omar, {topics[0]: 1}, known=make_person(ada, track))
    assert not Slot.objects.exists()


def test_an_inbox_counts_topics_not_slots(
    track: Track, topics: list[Topic], ada: User, bea: User, omar: User
) -> None:
    queue(omar, {topics[0]: 2, topics[1]: 1})
    [found] = queues_for(ada, now=NOW)
    assert (found.track, found.screen.name, found.topics) == (track, "relevance", 2)
    take_one(track, bea)
    [found] = queues_for(ada, now=NOW)
    assert found.topics == 2
    take_one(track, ada)
    assert queues_for(bea, now=NOW) == []


def test_two_tracks_of_one_name_have_a_queue_each(
    track: Track, topics: list[Topic], ada: User, omar: User
) -> None:
    other = make_track(organizer=omar, assessors=[ada])
    assert other.name == track.name
    topic = make_topic(other, "9")
    make_response(make_run(other), topic, cites=make_segment(other, "doc-9"))
    queue(omar, dict.fromkeys(topics, 1))
    queue(omar, {topic: 1})
    found = queues_for(ada, now=NOW)
    assert {(each.track, each.topics) for each in found} == {(track, 3), (other, 1)}
