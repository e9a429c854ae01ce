"""The work of a person who is away: into the queue, or to another."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from assess.judging.allocations.actions import AlreadyHandedOut, pass_on
from assess.judging.models import Allocation, Slot
from assess.judging.queues.actions import NothingFree, queue_all
from runs.models import Topic, Track
from tests.assess.judging.queues.topic_queue import take_one
from tests.make import NOW, make_allocation
from tests.page import markup

pytestmark = pytest.mark.both_stacks


def test_an_absent_persons_work_goes_into_the_queue(
    taken: Allocation,
    track: Track,
    topics: list[Topic],
    ada: User,
    bea: User,
    omar: User,
) -> None:
    make_allocation(topics[1], ada, work="relevance")
    assert queue_all(track, ada, by=omar, now=NOW) == 2
    assert not Allocation.objects.open().exists()
    assert {take_one(track, bea).topic for _ in range(2)} == set(topics[:2])
    assert Slot.objects.count() == 2


def test_an_absent_persons_work_goes_to_another_all_or_none(
    taken: Allocation,
    track: Track,
    topics: list[Topic],
    ada: User,
    bea: User,
    omar: User,
) -> None:
    handed = make_allocation(topics[1], ada, work="relevance")
    clash = make_allocation(topics[1], bea, work="relevance")
    with pytest.raises(AlreadyHandedOut, match="bea has 302"):
        pass_on(track, ada, bea, by=omar, now=NOW)
    assert set(Allocation.objects.open()) == {taken, handed, clash}
    Allocation.objects.filter(pk=clash.pk).delete()
    assert pass_on(track, ada, bea, by=omar, now=NOW) == 2
    works = Allocation.objects.open().order_by("topic__position")
    assert [work.assessor for work in works] == [bea, bea]
    assert works[0].slot == taken.slot
    with pytest.raises(NothingFree):
        take_one(track, ada, hours=1000)  # after passing on, it has no lease


def test_the_page_of_an_absent_person_names_what_goes(
    track: Track,
    topics: list[Topic],
    ada: User,
    bea: User,
    omar_client: Client,
) -> None:
    make_allocation(topics[0], ada, work="relevance")
    make_allocation(topics[1], ada, work="relevance")
    address = f"/tracks/{track.uuid}/work/people/{ada.uuid}/"
    page = markup(omar_client.get(address))
    assert "2 topics, 2 labels to give: 301, 302" in page
    clash = make_allocation(topics[1], bea, work="relevance")
    r = omar_client.post(address, {"to": str(bea.uuid)})
    assert r.status_code == 422
    assert "bea has 302" in markup(r)
    clash.delete()
    r = omar_client.post(address, {"to": str(bea.uuid)}, follow=True)
    assert "Passed on to bea. Relevance: 2 topics, 2 labels." in markup(r)
    assert omar_client.post(address, {"to": "anybody"}).status_code == 422
    omar_client.post(f"/tracks/{track.uuid}/work/people/{bea.uuid}/", {"to": "queue"})
    assert Slot.objects.count() == 2
    assert not Allocation.objects.open().exists()
