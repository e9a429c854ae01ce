"""Threads between assessors and organizers: who writes in them, and who sees them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from accounts.models import User
from assess.judging.models import Remark, Thread
from assess.judging.threads.actions import Words, answer
from runs.models import Run
from tests.assess.judging.threads.world import World, post, skipped
from tests.at_once import at_once
from tests.make import NOW, make_allocation, make_track


def test_its_assessor_sees_the_thread_on_the_page_and_nobody_else_does(
    world: World, ada_client: Client, bea: User, bea_client: Client
) -> None:
    post(ada_client, world.api, world.said(text="what is this"))
    other = make_allocation(world.work.topic, bea, work="support")
    assert "what is this" in ada_client.get(world.page()).content.decode()
    assert "what is this" not in ada_client.get(world.page(2)).content.decode()
    theirs = world.page().replace(str(world.work.uuid), str(other.uuid))
    assert "what is this" not in bea_client.get(theirs).content.decode()
    assert "what is this" not in bea_client.get("/work/threads/").content.decode()
    assert "what is this" in ada_client.get("/work/threads/").content.decode()


def test_an_organizer_answers_and_the_assessor_reads_it(
    world: World, ada_client: Client, omar_client: Client
) -> None:
    thread = skipped(world, ada_client)
    listed = omar_client.get(world.threads).content.decode()
    response = world.citations[0].sentence.response
    track = world.work.track
    assert f"/tracks/{track.uuid}/responses/{response.uuid}/" in listed
    address = f"{world.threads}{thread.uuid}/answer/"
    answer = {"text": "It ends there.", "then": "again", "key": str(uuid4())}
    for _twice in range(2):
        assert omar_client.post(address, answer).status_code == 302
    assert thread.remarks.filter(kind="answer").count() == 1
    thread.refresh_from_db()
    assert not thread.skipped
    page = ada_client.get(world.page()).content.decode()
    assert "It ends there." in page
    assert "answered" in page
    assert "1 answer" in ada_client.get("/").content.decode()
    ada_client.post(f"/work/threads/{thread.uuid}/read/")
    assert "1 answer" not in ada_client.get("/").content.decode()


def test_work_finished_without_an_item_comes_back_when_it_is_asked_for(
    world: World, ada_client: Client, omar_client: Client
) -> None:
    thread = skipped(world, ada_client)
    for place in (1, 2, 3):
        world.label(ada_client, place)
    ada_client.post(f"/work/{world.work.uuid}/support/finish/")
    address = f"{world.threads}{thread.uuid}/answer/"
    omar_client.post(address, {"then": "again", "key": str(uuid4())})
    assert Remark.objects.get(kind="answer").text == "Please judge it."
    home = ada_client.get("/").content.decode()
    assert "1 of 4 labels left" in " ".join(home.split())


def test_settling_closes_a_thread_and_another_word_opens_it(
    world: World, ada_client: Client, omar_client: Client
) -> None:
    post(ada_client, world.api, world.said())
    thread = Thread.objects.get()
    address = f"{world.threads}{thread.uuid}/answer/"
    settle = {"then": "settle", "key": str(uuid4())}
    omar_client.post(address, settle, follow=True)
    assert (
        thread.about
        not in omar_client.get(f"{world.threads}?state=open").content.decode()
    )
    post(ada_client, world.api, world.said(kind="comment", text="still"))
    thread.refresh_from_db()
    assert thread.resolved_at is None


def test_an_answer_needs_words(
    world: World, ada_client: Client, omar_client: Client
) -> None:
    thread = skipped(world, ada_client)
    address = f"{world.threads}{thread.uuid}/answer/"
    r = omar_client.post(address, {"then": "answer", "key": str(uuid4())}, follow=True)
    assert "An answer needs words." in r.content.decode()
    assert not Remark.objects.filter(kind="answer").exists()


def test_only_organizers_of_the_track_see_its_threads(
    world: World, ada_client: Client, bea_client: Client, bea: User
) -> None:
    thread = skipped(world, ada_client)
    answer = {"text": "no", "then": "answer", "key": str(uuid4())}
    for client in (ada_client, bea_client):
        assert client.get(world.threads).status_code == 404
        assert (
            client.post(f"{world.threads}{thread.uuid}/answer/", answer).status_code
            == 404
        )
    assert bea_client.post(f"/work/threads/{thread.uuid}/read/").status_code == 404
    elsewhere = make_track(organizer=bea)
    foreign = f"/tracks/{elsewhere.uuid}/threads/{thread.uuid}/answer/"
    assert bea_client.post(foreign, answer).status_code == 404


def test_the_list_is_filtered(
    world: World, ada_client: Client, omar_client: Client
) -> None:
    skipped(world, ada_client)
    post(ada_client, world.api, world.said(1))
    for query, number in (
        ("", 2),
        ("?state=skipped", 1),
        ("?state=settled", 0),
        ("?person=ada&kind=support", 2),
        ("?person=bea", 0),
        ("?kind=relevance", 0),
    ):
        page = omar_client.get(world.threads + query).content.decode()
        assert page.count('class="row thread"') == number, query


def test_the_lists_take_as_many_queries_for_many_threads_as_for_few(
    world: World,
    ada_client: Client,
    omar_client: Client,
    django_assert_max_num_queries: Callable[..., Any],
) -> None:
    for place in range(4):
        post(ada_client, world.api, world.said(place))
        post(ada_client, world.api, world.said(place, kind="comment"))
    with django_assert_max_num_queries(9):
        assert omar_client.get(world.threads).status_code == 200


def test_an_answer_about_what_left_the_work_can_be_read(
    world: World, ada_client: Client
) -> None:
    thread = skipped(world, ada_client)
    Run.objects.update(deleted_at=NOW)
    address = f"/work/threads/{thread.uuid}/read/"
    reply = ada_client.post(address, {"back": "1"})
    assert (reply.status_code, reply["Location"]) == (302, "/work/threads/")


@pytest.mark.django_db(transaction=True)
def test_an_answer_sent_twice_at_once_is_given_once(
    world: World, ada_client: Client, omar: User
) -> None:
    thread = skipped(world, ada_client)
    words = Words(Remark.ANSWER, "It ends there.", key=uuid4())
    at_once(*[lambda: answer(thread, words, author=omar, now=NOW)] * 6)
    assert thread.remarks.filter(kind="answer").count() == 1
