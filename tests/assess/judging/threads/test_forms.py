"""Flags, skips and comments without script."""

from __future__ import annotations

from uuid import UUID, uuid4

import pytest
from django.test import Client

from assess.judging.models import Thread
from tests.assess.judging.threads.world import World


def test_it_works_without_script(world: World, ada_client: Client) -> None:
    response = world.citations[0].sentence.response.uuid
    address = f"/work/{world.work.uuid}/threads/new/?on={response}"
    page = ada_client.get(address).content.decode()
    assert page.count('<option value="support:') == 2
    body = world.said(1, kind="skip")
    assert (
        ada_client.post(address, body | {"reason": "", "text": ""}).status_code == 422
    )
    assert ada_client.post(address, body).status_code == 302
    assert Thread.objects.get().skipped
    other = ada_client.post(address, world.said(2))
    assert other.status_code == 422


def test_the_form_hides_foreign_work(world: World, bea_client: Client) -> None:
    response = world.citations[0].sentence.response.uuid
    address = f"/work/{world.work.uuid}/threads/new/?on={response}"
    assert bea_client.get(address).status_code == 404
    assert bea_client.get("/work/threads/").status_code == 200


@pytest.mark.parametrize("asked", ["", "?on=1", f"?on={UUID(int=4)}", "?item=1"])
def test_the_form_needs_an_item(world: World, ada_client: Client, asked: str) -> None:
    address = f"/work/{world.work.uuid}/threads/new/{asked}"
    assert ada_client.get(address).status_code == 404


def test_pages_gone_back_to_say_another_thing(
    world: World, ada_client: Client, omar_client: Client
) -> None:
    response = world.citations[0].sentence.response.uuid
    address = f"/work/{world.work.uuid}/threads/new/?on={response}"
    said = world.said(0, kind="comment", text="one")
    ada_client.post(address, said)
    ada_client.post(address, said | {"text": "two"})
    thread = Thread.objects.get()
    reply = {"text": "three", "then": "answer", "key": str(uuid4())}
    omar_client.post(f"{world.threads}{thread.uuid}/answer/", reply)
    omar_client.post(f"{world.threads}{thread.uuid}/answer/", reply | {"text": "four"})
    words = thread.remarks.values_list("text", flat=True)
    assert list(words) == ["one", "two", "three", "four"]
