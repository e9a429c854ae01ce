"""The label that a sentence needs no citation."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.test import Client

from accounts.models import User
from assess.judging.models import Allocation
from assess.kinds.support.models import SupportLabel
from runs.models import Citation
from tests.make import (
    make_allocation,
    make_person,
    make_response,
    make_run,
    make_segment,
    make_topic,
    make_track,
)

NEEDS_NONE = "no_citation_needed"


def make_work(ada: User, profile: str) -> Allocation:
    track = make_track(profile=profile, assessors=[ada])
    topic = make_topic(track)
    make_response(make_run(track), topic, ("Hi!",), cites=make_segment(track, "d1"))
    return make_allocation(topic, ada, work="support")


def body() -> dict[str, Any]:
    citation = str(Citation.objects.get().uuid)
    return {"citation": citation, "value": NEEDS_NONE, "key": str(uuid4()), "seen": 0}


def send(client: Client, work: Allocation) -> int:
    address = f"/api/work/{work.uuid}/support/"
    return client.post(address, body(), content_type="application/json").status_code


def page_of(client: Client, work: Allocation) -> str:
    return client.get(f"/work/{work.uuid}/support/", follow=True).content.decode()


def test_it_stands_behind_the_grades(ada: User, ada_client: Client) -> None:
    page = page_of(ada_client, make_work(ada, "rag24"))
    keys = [page.index(f'data-key="{key}"') for key in "1230"]
    assert keys == sorted(keys)
    assert "Needs no citation" in page


@pytest.mark.parametrize("profile", ["rag25", "rag26"])
def test_other_tracks_do_not_ask(ada: User, ada_client: Client, profile: str) -> None:
    work = make_work(ada, profile)
    assert "Needs no citation" not in page_of(ada_client, work)
    assert send(ada_client, work) == 400
    response = Citation.objects.get().sentence.response
    address = f"/work/{work.uuid}/support/{response.uuid}/label/"
    assert ada_client.post(address, body()).status_code == 422
    assert not SupportLabel.objects.exists()


def test_it_is_a_label_like_the_others(ada: User, ada_client: Client) -> None:
    work = make_work(ada, "rag24")
    assert send(ada_client, work) == 200
    assert SupportLabel.objects.get().value == NEEDS_NONE
    assert "Every label is given" in page_of(ada_client, work)
    ada_client.post(f"/work/{work.uuid}/support/finish/")
    assert Allocation.objects.get().finished_at


def test_it_goes_out_as_unjudged_and_says_why(
    ada: User, ada_client: Client, tmp_path: Path
) -> None:
    work = make_work(ada, "rag24")
    send(ada_client, work)
    out, judge = tmp_path / "support.jsonl", make_person(ada, work.track).name
    call_command(
        "export", work.track.slug, "support", "--judge", judge, "--out", str(out),
        stdout=StringIO(),
    )  # fmt: skip
    (sentence,) = json.loads(out.read_text())["sentences"]
    assert sentence["needs_citation"] is False
    assert [each["support"] for each in sentence["citations"]] == ["-1"]
