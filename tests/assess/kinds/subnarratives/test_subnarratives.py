"""The review of a topic's sub-narratives: its pages, its writes, its end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest
from django.test import Client

from accounts.models import User
from assess.judging.allocations.actions import AlreadyHandedOut, hand_out
from assess.judging.labels.batches import record_labels
from assess.judging.labels.writer import NewLabel
from assess.judging.models import Remark, Thread
from assess.judging.screens import get_screen
from assess.kinds.relevance.kind import RELEVANCE
from assess.kinds.relevance.models import RelevanceLabel
from runs.actions.subnarratives import name_subnarratives
from runs.models import RankedList, Run, Subnarrative
from tests.assess.kinds.subnarratives.reviews import (
    TEXTS,
    Reviewed,
    make_review,
    texts_of,
)
from tests.make import NOW, make_allocation, make_person, make_run, make_segment
from tests.page import select, texts

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer
    from pytest_django import DjangoAssertNumQueries


@pytest.fixture
def made(ada: User, bea: User, omar: User) -> Reviewed:
    return make_review(ada, bea, organizer=omar)


def page_of(made: Reviewed) -> str:
    return f"/work/{made.work.uuid}/subnarratives/"


def body_of(
    made: Reviewed, action: str, *, place: int = 0, **more: object
) -> dict[str, object]:
    return {
        "action": action,
        "on": str(made.parts[place].uuid),
        "key": str(uuid4()),
        "seen": 1,
        **more,
    }


def send(client: Client, made: Reviewed, action: str, **more: Any) -> Answer:  # noqa: ANN401
    address = f"/api{page_of(made)}"
    return client.post(
        address, body_of(made, action, **more), content_type="application/json"
    )


def post(client: Client, made: Reviewed, action: str, **more: Any) -> Answer:  # noqa: ANN401
    return client.post(f"{page_of(made)}step/", body_of(made, action, **more))


def tick(made: Reviewed, person: User, docid: str, *places: int) -> None:
    judge = make_person(person, made.topic.track)
    segment = make_segment(made.topic.track, docid)
    ticks = [str(made.parts[place].uuid) for place in places]
    rows = [NewLabel((made.topic.pk, segment.pk), "2", {"ticks": ticks})]
    record_labels(RELEVANCE, judge, rows, now=NOW, actor=person)


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
    stands = f"This sub-narrative stands at: “{TEXTS[0]}”, no importance."
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


def test_without_script_a_step_leads_back_to_the_list(
    made: Reviewed, ada_client: Client
) -> None:
    r = post(ada_client, made, "down")
    assert r.status_code == 302
    assert r["Location"].endswith(f"?on={made.parts[0].uuid}")
    assert texts_of(made.topic) == [TEXTS[1], TEXTS[0], TEXTS[2]]


def test_without_script_words_are_asked_for_first(
    made: Reviewed, ada_client: Client
) -> None:
    r = post(ada_client, made, "reword")
    page = ada_client.get(r["Location"]).content.decode()
    assert select(page, '[name="box"][value="reword"]')
    r = post(ada_client, made, "reword", box="reword", text="  why \n ice ")
    assert r.status_code == 302
    assert texts_of(made.topic)[0] == "why ice"


@pytest.mark.parametrize("text", ["", TEXTS[2], "x" * 501])
def test_without_script_bad_words_come_back_with_a_reason(
    made: Reviewed, ada_client: Client, text: str
) -> None:
    r = post(ada_client, made, "add", box="add", text=text)
    assert r.status_code == 422
    assert select(r, '[aria-invalid="true"]')
    assert texts_of(made.topic) == list(TEXTS)


def test_without_script_dropping_a_ticked_one_warns_first(
    made: Reviewed, ada: User, ada_client: Client
) -> None:
    tick(made, ada, "doc#1", 0)
    r = post(ada_client, made, "drop")
    page = ada_client.get(r["Location"]).content.decode()
    assert "They keep the tick" in page
    assert texts_of(made.topic) == list(TEXTS)
    post(ada_client, made, "drop", box="drop")
    r = post(ada_client, made, "drop", place=2, seen=2)
    assert texts_of(made.topic) == [TEXTS[1]]
    assert r["Location"].endswith(f"?on={made.parts[1].uuid}")


def test_without_script_a_stale_step_shows_both(
    made: Reviewed, ada_client: Client
) -> None:
    post(ada_client, made, "vital")
    r = post(ada_client, made, "reword", box="reword", text="mine")
    assert r.status_code == 409
    page = r.content.decode()
    assert "The list changed since you opened it" in page
    assert ">mine</textarea>" in page
    assert TEXTS[0] in page


def test_undo_works_after_a_reload(made: Reviewed, ada_client: Client) -> None:
    post(ada_client, made, "drop")
    assert select(ada_client.get(page_of(made)), '[data-undo="1"]')
    post(ada_client, made, "undo", seen=2)
    assert texts_of(made.topic) == list(TEXTS)


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


def test_a_page_gone_back_to_does_another_step(
    made: Reviewed, ada_client: Client
) -> None:
    page = {"key": str(uuid4()), "box": "add"}
    assert post(ada_client, made, "add", text="one", **page).status_code == 302
    assert post(ada_client, made, "add", text="one", **page).status_code == 302
    assert post(ada_client, made, "add", text="two", **page).status_code == 409
    assert post(ada_client, made, "add", text="two", **page, seen=2).status_code == 302
    assert [text for text in texts_of(made.topic) if text not in TEXTS] == [
        "two",
        "one",
    ]
