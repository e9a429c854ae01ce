"""Flags and comments: each is kept once, on an item of its work."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest
from django.test import Client

from accounts.models import User
from assess.judging.models import Remark, Thread
from tests.assess.judging.threads.world import World, post


def test_a_flag_is_kept_once_however_often_it_is_sent(
    world: World, ada_client: Client, ada: User
) -> None:
    body = world.said()
    first = post(ada_client, world.api, body)
    assert first.status_code == 200
    assert post(ada_client, world.api, body).json() == first.json()
    remark = Remark.objects.get()
    assert (remark.kind, remark.reason, remark.text) == ("flag", "broken", "cut off")
    assert remark.author == ada
    assert remark.thread.item == world.name()
    assert not remark.thread.skipped


def test_a_key_serves_one_item(world: World, ada_client: Client) -> None:
    body = world.said()
    post(ada_client, world.api, body)
    r = post(ada_client, world.api, body | {"item": world.name(1)})
    assert r.status_code == 422
    assert Remark.objects.count() == 1


def test_what_it_is_about_is_said_without_the_run(
    world: World, ada_client: Client
) -> None:
    post(ada_client, world.api, world.said())
    about = Thread.objects.get().about
    assert about == "Response 1, sentence 1: “doc#1”"


@pytest.mark.parametrize(
    "bad",
    [
        {"kind": "answer"},
        {"reason": "nonsense"},
        {"reason": "", "text": ""},
        {"kind": "comment", "text": ""},
        {"key": "1"},
        {"text": "x" * 2_001},
    ],
)
def test_bad_input_is_refused(
    world: World, ada_client: Client, bad: dict[str, Any]
) -> None:
    assert post(ada_client, world.api, world.said(**bad)).status_code == 400
    assert not Thread.objects.exists()


@pytest.mark.parametrize("item", ["", "support:1", "1", f"support:{UUID(int=4)}"])
def test_only_items_of_the_work_are_talked_about(
    world: World, ada_client: Client, item: str
) -> None:
    assert post(ada_client, world.api, world.said(item=item)).status_code in (400, 404)


def test_nobody_elses_work_is_talked_about(
    world: World, bea_client: Client, omar_client: Client
) -> None:
    for client in (bea_client, omar_client):
        assert post(client, world.api, world.said()).status_code == 404
    assert post(Client(), world.api, world.said()).status_code in (401, 403)
