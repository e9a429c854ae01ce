"""Shared queues: taken by one, held for a while, never twice by the same person."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from threading import Barrier, Thread
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from accounts.models import User
from assess.actions.allocations import (
    AlreadyHandedOut,
    KnowsTheAnswers,
    NotOpen,
    Terms,
    finish,
    pass_on,
)
from assess.actions.labels import Act
from assess.actions.slots import (
    NothingFree,
    QueueChanged,
    Taken,
    add_slots,
    lease,
    put_back,
    queue_all,
    renew_lease,
    reopen,
    take,
    take_next,
    withdraw,
)
from assess.models import Allocation, RelevanceLabel, Slot
from assess.reading.queues import queue_rows, queues_for
from assess.relevance.actions import label_relevance
from assess.relevance.work import Said
from assess.screens import get_screen
from runs.models import Segment, Topic, Track
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

LATER = NOW + timedelta(hours=9)


@pytest.fixture
def track(ada: User, bea: User, omar: User) -> Track:
    return make_track(organizer=omar, assessors=[ada, bea])


@pytest.fixture
def topics(track: Track) -> list[Topic]:
    run, found = make_run(track), []
    for name in ("301", "302", "303"):
        topic = make_topic(track, name)
        make_response(run, topic, cites=make_segment(track, f"doc-{name}"))
        found.append(topic)
    return found


def queue(by: User, copies: dict[Topic, int], **terms: object) -> None:
    screen = get_screen("relevance")
    track = next(iter(copies)).track
    add_slots(track, screen, copies, by=by, terms=Terms(**terms))  # type: ignore[arg-type]


def take_one(track: Track, person: User, *, hours: float = 0) -> Allocation:
    now = NOW + timedelta(hours=hours)
    return take_next(track, "relevance", person, now=now)


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
    make_allocation(topics[0], bea, kind="relevance")
    with pytest.raises(NothingFree):
        take_one(track, bea)


def test_work_whose_lease_ran_out_goes_to_the_next_who_asks(
    track: Track, topics: list[Topic], ada: User, bea: User, omar: User
) -> None:
    queue(omar, {topics[0]: 1})
    first = take_one(track, ada)
    with pytest.raises(NothingFree):
        take_one(track, bea, hours=7)
    second = take_one(track, bea, hours=9)
    assert second.slot == first.slot
    first.refresh_from_db()
    assert first.released_at == LATER
    with pytest.raises(NothingFree):
        take_one(track, ada, hours=10)
    assert take_one(track, ada, hours=18).slot == first.slot


def test_finished_work_is_never_taken_again(
    track: Track, topics: list[Topic], ada: User, bea: User, omar: User
) -> None:
    queue(omar, {topics[0]: 1})
    finish(take_one(track, ada), now=NOW)
    with pytest.raises(NothingFree):
        take_one(track, bea, hours=1000)


def test_free_topics_come_before_those_that_somebody_let_lie(
    track: Track, topics: list[Topic], ada: User, bea: User, omar: User
) -> None:
    queue(omar, dict.fromkeys(topics[:2], 1))
    take_one(track, ada)
    assert take_one(track, bea, hours=9).topic == topics[1]
    assert take_one(track, bea, hours=9).topic == topics[0]


def test_a_lease_is_renewed_once_less_than_half_is_left(
    track: Track,
    topics: list[Topic],
    ada: User,
    omar: User,
    django_assert_num_queries: Callable[..., object],
) -> None:
    queue(omar, {topics[0]: 1})
    work = take_one(track, ada)
    with django_assert_num_queries(0):  # type: ignore[attr-defined]
        renew_lease(work, now=NOW + timedelta(hours=3))
    with django_assert_num_queries(1):  # type: ignore[attr-defined]
        renew_lease(work, now=NOW + timedelta(hours=5))
    work.refresh_from_db()
    assert work.leased_until == NOW + timedelta(hours=13)


def test_a_label_holds_the_work_and_also_after_the_lease_ran_out(
    track: Track, topics: list[Topic], ada: User, bea: User, omar: User
) -> None:
    queue(omar, {topics[0]: 1})
    work = take_one(track, ada)
    segment = Segment.objects.get(docid="doc-301")
    act = Act(uuid4(), 0)
    label_relevance(
        work, segment=segment.uuid, value="2", said=Said(), act=act, now=LATER
    )
    work.refresh_from_db()
    assert work.leased_until == LATER + lease()
    with pytest.raises(NothingFree):
        take_one(track, bea, hours=10)
    assert RelevanceLabel.objects.get().judge == make_person(ada, track)


def test_topics_are_queued_once_for_a_plan(
    track: Track, topics: list[Topic], omar: User
) -> None:
    screen, copies = get_screen("relevance"), {topics[0]: 1}
    assert add_slots(track, screen, copies, by=omar, queued=0) == 1
    with pytest.raises(QueueChanged):
        add_slots(track, screen, copies, by=omar, queued=0)
    assert Slot.objects.count() == 1


def test_work_that_is_taken_up_again_is_held_again(
    track: Track, topics: list[Topic], ada: User, bea: User, omar: User
) -> None:
    queue(omar, {topics[0]: 1})
    work = take_one(track, ada)
    finish(work, now=NOW)
    days_on = NOW + timedelta(days=9)
    reopen(work, now=days_on)
    with pytest.raises(NothingFree):
        take_next(track, "relevance", bea, now=days_on + timedelta(minutes=1))
    work.refresh_from_db()
    assert (work.finished_at, work.leased_until) == (None, days_on + lease())


def test_work_put_back_is_free_and_can_be_taken_up_again(
    track: Track, topics: list[Topic], ada: User, bea: User, omar: User
) -> None:
    queue(omar, {topics[0]: 1})
    work = take_one(track, ada)
    put_back(work, now=NOW)
    with pytest.raises(NotOpen):
        put_back(work, now=NOW)
    again = take_one(track, ada)
    assert again.seed != work.seed
    put_back(again, now=NOW)
    assert take_one(track, bea).topic == topics[0]


def test_work_that_was_handed_out_cannot_be_put_back(
    topics: list[Topic], ada: User
) -> None:
    with pytest.raises(NotOpen):
        put_back(make_allocation(topics[0], ada, kind="relevance"), now=NOW)


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


def at_once(*works: Callable[[], object]) -> list[object]:
    """Run functions in threads that start together; return what each gave or raised."""
    barrier = Barrier(len(works))
    outcomes: list[object] = [None] * len(works)

    def run(place: int, work: Callable[[], object]) -> None:
        barrier.wait()
        try:
            outcomes[place] = work()
        except (NothingFree, Taken) as error:
            outcomes[place] = error
        finally:
            connection.close()

    threads = [Thread(target=run, args=pair) for pair in enumerate(works)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return outcomes


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
    outcomes = at_once(*(lambda p=p: take_one(track, p, hours=9) for p in people))
    assert sum(isinstance(each, Allocation) for each in outcomes) == 1
    assert sum(isinstance(each, NothingFree) for each in outcomes) == 5
    assert Allocation.objects.filter(released_at=None).count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_crowd_gets_every_slot_once(
    track: Track, topics: list[Topic], omar: User
) -> None:
    queue(omar, dict.fromkeys(topics, 1))
    people = crowd(track, 5)
    outcomes = at_once(*(lambda p=p: take_one(track, p) for p in people))
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
    )
    slot.refresh_from_db()
    assert (slot.withdrawn_at is None) == Allocation.objects.exists()


def test_an_absent_persons_work_goes_into_the_queue(
    track: Track, topics: list[Topic], ada: User, bea: User, omar: User
) -> None:
    queue(omar, {topics[0]: 1})
    take_one(track, ada)
    make_allocation(topics[1], ada, kind="relevance")
    assert queue_all(track, ada, by=omar, now=NOW) == 2
    assert not Allocation.objects.open().exists()
    assert {take_one(track, bea).topic for _ in range(2)} == set(topics[:2])
    assert Slot.objects.count() == 2


def test_an_absent_persons_work_goes_to_another_all_or_none(
    track: Track, topics: list[Topic], ada: User, bea: User, omar: User
) -> None:
    queue(omar, {topics[0]: 1})
    taken = take_one(track, ada)
    handed = make_allocation(topics[1], ada, kind="relevance")
    clash = make_allocation(topics[1], bea, kind="relevance")
    with pytest.raises(AlreadyHandedOut, match="bea has 302"):
        pass_on(track, ada, bea, by=omar, now=NOW)
    assert set(Allocation.objects.open()) == {taken, handed, clash}
    Allocation.objects.filter(pk=clash.pk).delete()
    assert pass_on(track, ada, bea, by=omar, now=NOW) == 2
    works = Allocation.objects.open().order_by("topic__position")
    assert [work.assessor for work in works] == [bea, bea]
    assert works[0].slot == taken.slot
    with pytest.raises(NothingFree):
        take_one(track, ada, hours=1000)  # passed on, it is held without an end


def test_the_home_page_offers_what_is_free(
    track: Track, topics: list[Topic], omar: User, ada_client: Client
) -> None:
    assert "Shared work" not in ada_client.get("/").content.decode()
    queue(omar, dict.fromkeys(topics, 1))
    page = ada_client.get("/").content.decode()
    assert "3 topics of Relevance free" in page
    address = f"/work/take/{track.uuid}/relevance/"
    assert f'action="{address}"' in page
    assert ada_client.get(address).status_code == 405
    r = ada_client.post(address)
    work = Allocation.objects.get()
    assert r["Location"] == f"/work/{work.uuid}/"
    page = ada_client.get("/").content.decode()
    assert "2 topics of Relevance free" in page
    assert "from the shared queue, yours until" in page
    ada_client.post(f"/work/{work.uuid}/put-back/")
    assert "3 topics of Relevance free" in ada_client.get("/").content.decode()


def test_who_comes_too_late_is_told(
    track: Track, topics: list[Topic], ada_client: Client, omar_client: Client
) -> None:
    r = ada_client.post(f"/work/take/{track.uuid}/relevance/", follow=True)
    assert "others were faster" in r.content.decode()
    address = f"/work/take/{track.uuid}/relevance/"
    assert omar_client.post(address).status_code == 404
    assert ada_client.post(f"/work/take/{uuid4()}/relevance/").status_code == 404


def test_who_lost_the_work_is_told_when_and_not_to_whom(
    track: Track,
    topics: list[Topic],
    ada: User,
    bea: User,
    omar: User,
    ada_client: Client,
) -> None:
    queue(omar, {topics[0]: 1})
    work = take_one(track, ada)
    take_one(track, bea, hours=9)
    for address in (f"/work/{work.uuid}/", f"/work/{work.uuid}/relevance/"):
        r = ada_client.get(address)
        assert r.status_code == 404
        page = r.content.decode()
        assert "went back to the queue on 1 Mar, 21:00, and somebody else" in page
        assert "bea" not in page.lower()
    sent = {"segment": str(uuid4()), "value": "2", "key": str(uuid4()), "seen": 0}
    r = ada_client.post(
        f"/api/work/{work.uuid}/relevance/", sent, content_type="application/json"
    )
    assert r.status_code == 404
    assert "somebody else has it" in r.json()["detail"]


def test_a_stranger_is_told_nothing_of_it(
    track: Track, topics: list[Topic], ada: User, omar: User, bea_client: Client
) -> None:
    queue(omar, {topics[0]: 1})
    work = take_one(track, ada)
    put_back(work, now=NOW)
    page = bea_client.get(f"/work/{work.uuid}/").content.decode()
    assert "queue" not in page
    assert bea_client.post(f"/work/{work.uuid}/put-back/").status_code == 404


def test_the_organizer_sees_who_holds_what_until_when(
    track: Track,
    topics: list[Topic],
    ada: User,
    omar: User,
    omar_client: Client,
    ada_client: Client,
) -> None:
    queue(omar, {topics[0]: 2, topics[1]: 1})
    take_next(track, "relevance", ada, now=timezone.now())
    first, second = queue_rows(track)
    assert [work.assessor for work in first.held] == [ada]
    assert (len(first.free), len(second.free)) == (1, 1)
    page = omar_client.get(f"/tracks/{track.uuid}/work/").content.decode()
    assert "ada, until " in page
    address = f"/tracks/{track.uuid}/work/queue/withdraw/"
    free = {"slot": [str(slot.uuid) for slot in first.free]}
    assert ada_client.post(address, free).status_code == 404
    omar_client.post(address, free)
    omar_client.post(address, {"slot": ["nothing"]})
    assert len(queue_rows(track)[0].free) == 0


def test_the_page_of_an_absent_person_names_what_goes(
    track: Track,
    topics: list[Topic],
    ada: User,
    bea: User,
    omar_client: Client,
) -> None:
    make_allocation(topics[0], ada, kind="relevance")
    make_allocation(topics[1], ada, kind="relevance")
    address = f"/tracks/{track.uuid}/work/people/{ada.uuid}/"
    page = omar_client.get(address).content.decode()
    assert "topics 301, 302" in page
    clash = make_allocation(topics[1], bea, kind="relevance")
    r = omar_client.post(address, {"to": str(bea.uuid)})
    assert r.status_code == 422
    assert "bea has 302" in r.content.decode()
    clash.delete()
    r = omar_client.post(address, {"to": str(bea.uuid)}, follow=True)
    assert "2 topics are bea’s work now" in r.content.decode()
    assert omar_client.post(address, {"to": "anybody"}).status_code == 422
    omar_client.post(f"/tracks/{track.uuid}/work/people/{bea.uuid}/", {"to": "queue"})
    assert Slot.objects.count() == 2
    assert not Allocation.objects.open().exists()
