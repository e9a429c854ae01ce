"""Work that went back to a queue says so, whatever its kind."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from assess.judging.models import Slot
from assess.judging.screens import all_screens
from tests.make import NOW, make_allocation, make_topic, make_track

API = {"spans": "nuggets"}  # kinds whose writes go to another's URL


@pytest.mark.parametrize("kind", [screen.name for screen in all_screens()])
@pytest.mark.parametrize("address", ["own", "threads"])
def test_a_write_that_comes_too_late_is_told_why(
    ada: User, ada_client: Client, kind: str, address: str
) -> None:
    topic = make_topic(make_track(assessors=[ada]))
    work = make_allocation(topic, ada, work=kind)
    work.slot = Slot.objects.create(track=work.track, work=kind, topic=topic)
    work.released_at = NOW
    work.save(update_fields=["slot", "released_at"])
    tail = "threads" if address == "threads" else API.get(kind, kind)
    r = ada_client.post(
        f"/api/work/{work.uuid}/{tail}/", {}, content_type="application/json"
    )
    assert r.status_code == 404
    assert r.json()["detail"].startswith("This work went back to the queue on 1 Mar")
