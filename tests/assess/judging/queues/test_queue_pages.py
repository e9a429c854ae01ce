"""Pages about a queue: for takers, for people who came too late, for the organizer."""

from __future__ import annotations

import re
from uuid import uuid4

from django.test import Client
from django.utils import timezone

from accounts.models import User
from assess.judging.models import Allocation
from assess.judging.queues.actions import put_back, take_next
from assess.judging.queues.listing import queue_rows
from runs.models import Topic, Track
from tests.assess.judging.queues.topic_queue import queue, take_one
from tests.make import NOW
from tests.page import select


def test_the_home_page_offers_what_is_free(
    track: Track, topics: list[Topic], omar: User, ada_client: Client
) -> None:
    assert "Shared work" not in ada_client.get("/").content.decode()
    queue(omar, dict.fromkeys(topics, 1))
    page = ada_client.get("/").content.decode()
    assert "3 topics free" in page
    address = f"/work/take/{track.uuid}/relevance/"
    assert select(page, f'[action="{address}"]')
    assert ada_client.get(address).status_code == 405
    r = ada_client.post(address)
    work = Allocation.objects.get()
    assert r["Location"] == f"/work/{work.uuid}/"
    page = ada_client.get("/").content.decode()
    assert "2 topics free" in page
    assert "From the shared queue, yours until" in page
    ada_client.post(f"/work/{work.uuid}/put-back/")
    assert "3 topics free" in ada_client.get("/").content.decode()


def test_who_comes_too_late_is_told(
    track: Track, topics: list[Topic], ada_client: Client, omar_client: Client
) -> None:
    r = ada_client.post(f"/work/take/{track.uuid}/relevance/", follow=True)
    assert "others were faster" in r.content.decode()
    address = f"/work/take/{track.uuid}/relevance/"
    assert omar_client.post(address).status_code == 404
    assert ada_client.post(f"/work/take/{uuid4()}/relevance/").status_code == 404


def test_who_lost_the_work_is_told_when_and_not_to_whom(
    taken: Allocation,
    track: Track,
    bea: User,
    ada_client: Client,
) -> None:
    take_one(track, bea, hours=9)
    for address in (f"/work/{taken.uuid}/", f"/work/{taken.uuid}/relevance/"):
        r = ada_client.get(address)
        assert r.status_code == 404
        page = r.content.decode()
        assert "went back to the queue on 1 Mar, 21:00, and somebody else" in page
        # As a word, because the letters may occur in a uuid or a form's token.
        assert not re.search(r"\bbea\b", page, re.IGNORECASE)
    sent = {"segment": str(uuid4()), "value": "2", "key": str(uuid4()), "seen": 0}
    r = ada_client.post(
        f"/api/work/{taken.uuid}/relevance/", sent, content_type="application/json"
    )
    assert r.status_code == 404
    assert "somebody else has it" in r.json()["detail"]


def test_a_stranger_is_told_nothing_of_it(
    taken: Allocation, bea_client: Client
) -> None:
    put_back(taken, now=NOW)
    page = bea_client.get(f"/work/{taken.uuid}/").content.decode()
    assert "queue" not in page
    assert bea_client.post(f"/work/{taken.uuid}/put-back/").status_code == 404


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
    assert "ada, until " in " ".join(page.split())
    address = f"/tracks/{track.uuid}/work/queue/withdraw/"
    free = {"slot": [str(slot.uuid) for slot in first.free]}
    assert ada_client.post(address, free).status_code == 404
    omar_client.post(address, free)
    omar_client.post(address, {"slot": ["nothing"]})
    assert len(queue_rows(track)[0].free) == 0
