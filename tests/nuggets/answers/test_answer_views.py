"""The page of a gold answer, its plain form and its URL for scripts."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from accounts.models import User
from nuggets.models import AnswerRevision, GoldAnswer
from runs.models import Membership
from tests.nuggets.answers.answer_work import TEXTS, Answering, make_answering
from tests.page import one, select, texts

HOSTILE = '<script>alert(1)</script> & "quotes"'


@pytest.fixture
def made(ada: User) -> Answering:
    return make_answering(ada)


def url(made: Answering, part: str = "") -> str:
    return f"/work/{made.work.uuid}/answer/{part}"


def form(text: str, seen: int = 0, **more: Any) -> dict[str, Any]:  # noqa: ANN401
    return {"text": text, "seen": seen, "key": str(uuid4()), **more}


def test_it_shows_the_turn_a_passage_and_the_nuggets(
    made: Answering, ada_client: Client
) -> None:
    page = ada_client.get(url(made)).content.decode()
    for words in (*TEXTS, "I own a boat.", "Passage <b>1</b> of 2", "0 words"):
        assert words in page
    assert "doc#2" not in page  # nobody found it relevant
    assert "SECRETMACHINE" not in page


def test_a_plain_form_keeps_the_answer(made: Answering, ada_client: Client) -> None:
    covered, used = made.nuggets[0].uuid, made.segments[1].uuid
    data = form(f"Ice.\r\n{HOSTILE}", covered=[covered], used=[used], passage=used)
    reply = ada_client.post(url(made, "save/"), data)
    assert reply.status_code == 302
    assert reply["Location"] == f"{url(made)}?passage={used}"
    kept = GoldAnswer.objects.get()
    assert kept.said() == {
        "text": f"Ice.\n{HOSTILE}",
        "covered": [str(covered)],
        "used": [str(used)],
    }
    page = ada_client.get(reply["Location"]).content.decode()
    assert "<script>alert" not in page
    assert select(page, f'[value="{covered}"][autocomplete="off"][checked]')


def test_a_stale_form_gets_both_versions(made: Answering, ada_client: Client) -> None:
    ada_client.post(url(made, "save/"), form("theirs"))
    reply = ada_client.post(url(made, "save/"), form("mine"))
    assert reply.status_code == 409
    page = reply.content.decode()
    assert "theirs" in texts(page, 'blockquote.whole[dir="auto"]')
    assert ">mine</textarea>" in page
    assert select(page, '[name="seen"][value="1"]')


def test_a_page_gone_back_to_loses_nothing(made: Answering, ada_client: Client) -> None:
    page = form("one")
    ada_client.post(url(made, "save/"), page)
    assert ada_client.post(url(made, "save/"), page).status_code == 302
    reply = ada_client.post(url(made, "save/"), page | {"text": "one and two"})
    assert reply.status_code == 409
    assert ">one and two</textarea>" in reply.content.decode()


def test_it_rejects_a_bad_form(made: Answering, ada_client: Client) -> None:
    for data in (form("x", key="no"), form("x", covered=["no"]), {"text": "x"}):
        assert ada_client.post(url(made, "save/"), data).status_code == 422
    assert not GoldAnswer.objects.exists()


def test_finish_asks_reopen_goes_on(made: Answering, ada_client: Client) -> None:
    assert ada_client.post(url(made, "finish/")).status_code == 409
    done = ada_client.post(url(made, "save/"), form("Ice floats.", then="finish"))
    assert done["Location"] == url(made, "finish/")
    assert "0 of 2 nuggets covered" in ada_client.get(done["Location"]).content.decode()
    ada_client.post(url(made, "finish/"))
    page = ada_client.get(url(made)).content.decode()
    assert "Open it again" in page
    assert "<textarea" not in page
    assert ada_client.post(url(made, "save/"), form("late", 1)).status_code == 409
    ada_client.post(url(made, "reopen/"))
    assert "<textarea" in ada_client.get(url(made)).content.decode()


def test_a_script_s_save_counts_once(made: Answering, ada_client: Client) -> None:
    body = {**form("Ice."), "covered": [], "used": [], "active_ms": 40}
    api = f"/api/work/{made.work.uuid}/answers/"
    for _ in range(2):
        reply = ada_client.post(api, body, content_type="application/json")
        assert (reply.status_code, reply.json()["version"]) == (200, 1)
    assert AnswerRevision.objects.count() == 1
    stale = {**body, "key": str(uuid4())}
    reply = ada_client.post(api, stale, content_type="application/json")
    assert reply.status_code == 409
    stands = {"version": 1, "text": "Ice.", "covered": [], "used": []}
    assert stands.items() <= reply.json().items()
    assert reply.json()["stands"] == "It is now: “Ice.”, 0 nuggets covered."
    strange = {**stale, "covered": [str(uuid4())]}
    reply = ada_client.post(api, strange, content_type="application/json")
    assert reply.status_code == 400


PLACES = ("", "finish/", "save/", "reopen/")


@pytest.mark.parametrize("part", PLACES)
def test_it_is_nobody_else_s(
    made: Answering, bea: User, bea_client: Client, part: str
) -> None:
    Membership.objects.create(track=made.track, user=bea, role="assessor")
    for reply in (bea_client.get(url(made, part)), bea_client.post(url(made, part))):
        assert reply.status_code in (404, 405)
    api = f"/api/work/{made.work.uuid}/answers/"
    body = {**form("x"), "covered": [], "used": []}
    assert bea_client.post(api, body, "application/json").status_code == 404
    passage = url(made, f"passages/{made.segments[0].uuid}/")
    assert bea_client.get(passage).status_code == 404
    assert not GoldAnswer.objects.exists()


def test_the_anonymous_are_sent_to_sign_in(made: Answering, client: Client) -> None:
    assert "sign-in" in client.get(url(made))["Location"]


def test_a_passage_comes_alone(made: Answering, ada_client: Client) -> None:
    segment = made.segments[0]
    page = ada_client.get(url(made, f"passages/{segment.uuid}/")).content.decode()
    assert segment.text in page
    assert "<html" not in page
    hidden = url(made, f"passages/{made.segments[2].uuid}/")
    assert ada_client.get(hidden).status_code == 404


def test_a_finished_answer_shows_its_citations_by_number(
    made: Answering, ada_client: Client
) -> None:
    text = f"Ice [{made.segments[1].docid}] [doc#2] [1] {HOSTILE}"
    ada_client.post(url(made, "save/"), form(text))
    ada_client.post(url(made, "finish/"))
    page = ada_client.get(url(made))
    chip = one(page, ".frame-item .chip")
    number = chip.text()
    assert number in ("[1]", "[2]")  # the order of passages is the assessor's own
    assert chip.attributes["href"] == f"{url(made)}?passage={made.segments[1].uuid}"
    shown = f"Ice {number} [doc#2] [1] {HOSTILE}"
    assert texts(page, ".frame-item .read.whole") == [shown]
