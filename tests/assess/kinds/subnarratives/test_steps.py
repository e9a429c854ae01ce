"""Steps of a topic's review: who takes them, and how each is answered."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from accounts.models import User
from assess.kinds.relevance.models import RelevanceLabel
from runs.actions.subnarratives import name_subnarratives
from runs.models import RankedList, Run
from tests.assess.kinds.subnarratives.reviews import TEXTS, Reviewed, texts_of
from tests.assess.kinds.subnarratives.steps import body_of, page_of, send, tick
from tests.make import NOW, make_allocation, make_run


def test_the_page_shows_the_narrative_and_its_parts(
    made: Reviewed, ada_client: Client
) -> None:
    r = ada_client.get(page_of(made))
    assert r.status_code == 200
    for words in (*TEXTS, made.topic.text, "Done"):
        assert words in r.content.decode()


@pytest.mark.parametrize("tail", ["", "step/", "finish/", "reopen/", "/api"], ids=str)
def test_the_work_of_another_is_not_found(
    made: Reviewed, bea_client: Client, omar_client: Client, tail: str
) -> None:
    address = f"/api{page_of(made)}" if tail == "/api" else f"{page_of(made)}{tail}"
    for client in (bea_client, omar_client):
        ask = client.get if tail in ("", "finish/") else client.post
        assert ask(address).status_code == 404


def test_the_anonymous_are_sent_to_sign_in(made: Reviewed, client: Client) -> None:
    r = client.get(page_of(made))
    assert r.status_code == 302
    assert "/accounts/sign-in/" in r["Location"]
    assert client.get(f"/api{page_of(made)}").status_code in (401, 403)


@pytest.mark.parametrize("tail", ["step/", "reopen/"])
def test_reading_never_writes(made: Reviewed, ada_client: Client, tail: str) -> None:
    assert ada_client.get(f"{page_of(made)}{tail}").status_code == 405


def test_a_step_answers_with_the_list(made: Reviewed, ada_client: Client) -> None:
    r = send(ada_client, made, "vital")
    assert r.status_code == 200
    answer = r.json()
    assert answer["version"] == 2
    assert answer["undo"] is True
    assert answer["parts"][0] == {
        "number": 1,
        "uuid": str(made.parts[0].uuid),
        "text": TEXTS[0],
        "importance": "vital",
        "ticked": 0,
    }
    assert ada_client.get(f"/api{page_of(made)}").json()["version"] == 2


def test_the_same_step_again_answers_the_same(
    made: Reviewed, ada_client: Client
) -> None:
    key = str(uuid4())
    first, again = (
        send(ada_client, made, "add", key=key, text="new one").json() for _ in range(2)
    )
    assert first == again
    assert first["at"] == key
    assert texts_of(made.topic) == [TEXTS[0], "new one", *TEXTS[1:]]


def test_a_stale_step_is_told_how_the_list_stands(
    made: Reviewed, ada_client: Client
) -> None:
    name_subnarratives(made.topic, [("from a file", False)], now=NOW)
    r = send(ada_client, made, "reword", text="mine")
    assert r.status_code == 409
    assert [part["text"] for part in r.json()["parts"]] == [*TEXTS, "from a file"]
    assert r.json()["version"] == 2
    stands = f"This sub-narrative is now: “{TEXTS[0]}”, no importance."
    assert r.json()["stands"] == stands
    assert texts_of(made.topic)[0] == TEXTS[0]


@pytest.mark.parametrize(
    ("more", "status"),
    [
        ({"action": "explode"}, 400),
        ({"action": "reword", "text": " "}, 400),
        ({"action": "reword", "text": "x" * 501}, 400),
        ({"action": "reword", "text": TEXTS[1]}, 400),
        ({"action": "drop", "on": None}, 400),
        ({"action": "drop", "on": str(uuid4())}, 404),
        ({"key": "1"}, 400),
        ({"seen": -1}, 400),
    ],
)
def test_bad_steps_are_refused(
    made: Reviewed, ada_client: Client, more: dict[str, Any], status: int
) -> None:
    body = body_of(made, "vital") | more
    address = f"/api{page_of(made)}"
    r = ada_client.post(address, body, content_type="application/json")
    assert r.status_code == status
    assert texts_of(made.topic) == list(TEXTS)


def test_ones_own_ticks_are_counted_and_nobody_elses(
    made: Reviewed, ada: User, bea: User, ada_client: Client
) -> None:
    tick(made, ada, "doc#1", 0, 1)
    tick(made, ada, "doc#2", 0)
    tick(made, bea, "doc#3", 0, 2)
    parts = ada_client.get(f"/api{page_of(made)}").json()["parts"]
    assert [part["ticked"] for part in parts] == [2, 1, 0]
    assert (
        "ticked in 2 of your grades" in ada_client.get(page_of(made)).content.decode()
    )


def test_labels_keep_the_tick_of_one_that_is_dropped(
    made: Reviewed, ada: User, ada_client: Client
) -> None:
    tick(made, ada, "doc#1", 0)
    assert send(ada_client, made, "drop").status_code == 200
    label = RelevanceLabel.objects.get()
    assert label.details["ticks"] == [str(made.parts[0].uuid)]
    work = make_allocation(made.topic, ada, work="relevance")
    RankedList.objects.create(
        run=make_run(made.topic.track, task=Run.R),
        topic=made.topic,
        segment_ids=[label.segment_id],
        scores=[1.0],
    )
    address = f"/work/{work.uuid}/relevance/{label.segment.uuid}/"
    body = ada_client.get(address).content.decode()
    assert TEXTS[0] not in body
    assert TEXTS[1] in body
