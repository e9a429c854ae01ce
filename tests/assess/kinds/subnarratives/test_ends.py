"""A review ends, opens again, and shows its trail."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import uuid4

import pytest
from django.test import Client

from accounts.models import User
from assess.judging.allocations.actions import AlreadyHandedOut, hand_out
from assess.judging.models import Remark, Thread
from assess.judging.screens import get_screen
from runs.actions.subnarratives import name_subnarratives
from runs.models import Subnarrative
from tests.assess.kinds.subnarratives.reviews import TEXTS, Reviewed, texts_of
from tests.assess.kinds.subnarratives.steps import page_of, post, send
from tests.make import NOW
from tests.page import select, texts

if TYPE_CHECKING:
    from pytest_django import DjangoAssertNumQueries


def test_finishing_ends_the_review_of_the_list_as_seen(
    made: Reviewed, ada_client: Client
) -> None:
    assert "3 sub-narratives have no importance" in (
        ada_client.get(f"{page_of(made)}finish/").content.decode()
    )
    late = ada_client.post(f"{page_of(made)}finish/", {"seen": 0})
    assert late.status_code == 409
    r = ada_client.post(f"{page_of(made)}finish/", {"seen": 1})
    assert r.status_code == 302
    made.work.refresh_from_db()
    assert made.work.finished_at is not None
    page = ada_client.get(page_of(made)).content.decode()
    assert "no longer changes the list" in page
    assert send(ada_client, made, "vital").status_code == 409
    assert send(ada_client, made, "vital").json()["open"] is False
    assert post(ada_client, made, "vital").status_code == 409
    assert texts_of(made.topic) == list(TEXTS)


def test_a_flag_without_an_answer_is_open(
    made: Reviewed, ada: User, omar: User, ada_client: Client
) -> None:
    Subnarrative.objects.update(importance="vital")
    name = str(made.parts[1].uuid)
    thread = Thread.objects.create(allocation=made.work, item=name, about="Part “x”")
    said = {"thread": thread, "author": ada, "at": NOW}
    Remark.objects.create(kind=Remark.FLAG, reason="unclear", **said)
    page = ada_client.get(f"{page_of(made)}finish/").content.decode()
    assert "1 flag waits for an answer" in page
    assert "Part “x”" in texts(page, f'a[href="{page_of(made)}?on={name}"][dir="auto"]')
    assert select(page, '[data-key="Enter Escape"]')
    assert "f</kbd> Finish the review with this open" in page
    Remark.objects.create(
        kind=Remark.ANSWER, text="Keep it.", **said | {"author": omar}
    )
    page = ada_client.get(f"{page_of(made)}finish/").content.decode()
    assert "Every sub-narrative is vital or okay" in page
    assert select(page, '[data-key="Enter"]')


def test_an_answer_lost_before_finishing_is_given_again(
    made: Reviewed, ada_client: Client
) -> None:
    key = str(uuid4())
    send(ada_client, made, "vital", key=key)
    ada_client.post(f"{page_of(made)}finish/", {"seen": 2})
    assert send(ada_client, made, "vital", key=key).status_code == 200


def test_a_finished_review_can_be_opened_again(
    made: Reviewed, ada_client: Client
) -> None:
    ada_client.post(f"{page_of(made)}finish/", {"seen": 1})
    assert ada_client.post(f"{page_of(made)}reopen/").status_code == 302
    assert send(ada_client, made, "vital").status_code == 200


def test_one_that_somebody_else_took_up_stays_shut(
    made: Reviewed, ada_client: Client, bea: User, omar: User
) -> None:
    screen = get_screen("subnarratives")
    with pytest.raises(AlreadyHandedOut):
        hand_out(made.topic.track, screen, [(made.topic, bea)], by=omar)
    ada_client.post(f"{page_of(made)}finish/", {"seen": 1})
    hand_out(made.topic.track, screen, [(made.topic, bea)], by=omar)
    r = ada_client.post(f"{page_of(made)}reopen/")
    assert r.status_code == 409
    assert "Somebody else reviews this topic" in r.content.decode()


def test_the_inbox_says_how_far_it_is(made: Reviewed, ada_client: Client) -> None:
    assert "not begun yet: 3 sub-narratives" in ada_client.get("/").content.decode()
    send(ada_client, made, "vital")
    assert "not finished yet: 3 sub-narratives" in ada_client.get("/").content.decode()


def test_organizers_read_the_trail(
    made: Reviewed, ada_client: Client, omar_client: Client
) -> None:
    send(ada_client, made, "reword", text="why ice")
    address = f"/tracks/{made.topic.track.uuid}/topics/{made.topic.uuid}/"
    page = omar_client.get(address).content.decode()
    for words in ("why ice", TEXTS[0], "ada", "reworded"):
        assert words in page
    assert ada_client.get(address).status_code == 404


def test_the_queries_do_not_grow_with_the_list(
    made: Reviewed,
    ada_client: Client,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    names = [(f"part {place}", False) for place in range(30)]
    name_subnarratives(made.topic, names, now=NOW)
    with django_assert_max_num_queries(10):
        ada_client.get(page_of(made))
    with django_assert_max_num_queries(26):
        assert send(ada_client, made, "up", place=2, seen=2).status_code == 200
