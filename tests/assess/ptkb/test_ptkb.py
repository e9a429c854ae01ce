"""PTKB statements: relevant or not to a turn of their person's conversation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest
from django.test import Client

from accounts.models import User
from assess.models import Allocation, Change, Judge, PtkbLabel
from assess.ptkb.kind import PTKB
from assess.screens import get_screen, progress_of
from runs.models import PtkbStatement, Topic
from tests.make import (
    make_allocation,
    make_conversation,
    make_judge,
    make_label,
    make_person,
    make_topic,
    make_track,
)

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer
    from pytest_django import DjangoAssertNumQueries


@pytest.fixture
def turns(ada: User, bea: User, omar: User) -> list[Topic]:
    track = make_track(profile="ikat24", organizer=omar, assessors=[ada, bea])
    return make_conversation(track)


@pytest.fixture
def work(turns: list[Topic], ada: User) -> Allocation:
    return make_allocation(turns[1], ada, kind="ptkb")


@pytest.fixture
def said(turns: list[Topic]) -> list[PtkbStatement]:
    return list(PtkbStatement.objects.order_by("pk"))


def page_of(work: Allocation) -> str:
    return f"/work/{work.uuid}/ptkb/{work.topic.uuid}/"


def body(statement: PtkbStatement, value: str, **more: object) -> dict[str, Any]:
    given = {"statement": str(statement.uuid), "value": value, "key": str(uuid4())}
    return given | {"seen": 0} | more


def send(client: Client, work: Allocation, sent: dict[str, Any]) -> Answer:
    address = f"/api/work/{work.uuid}/ptkb/"
    return client.post(address, sent, content_type="application/json")


def test_the_page_shows_the_conversation_up_to_the_turn(
    work: Allocation, said: list[PtkbStatement], ada_client: Client
) -> None:
    r = ada_client.get(f"/work/{work.uuid}/ptkb/")
    assert r.status_code == 302
    text = ada_client.get(r["Location"]).content.decode()
    for words in ("Where do harbours freeze?", "Answer 1.", "And that one?", "I sail."):
        assert words in text
    assert "And that one? (in full)" in text


def test_what_the_turn_was_answered_with_is_not_shown(
    work: Allocation, turns: list[Topic], ada_client: Client
) -> None:
    turns[1].details["statements"] = ["1"]
    turns[1].save(update_fields=["details"])
    text = ada_client.get(page_of(work)).content.decode()
    assert "Answer 2." not in text
    assert 'data-value="relevant"' not in text.partition('class="frame-foot"')[0]


def test_a_label_is_kept_once(
    work: Allocation, said: list[PtkbStatement], ada_client: Client
) -> None:
    sent = body(said[0], "relevant")
    for _ in range(2):
        r = send(ada_client, work, sent)
        assert r.status_code == 200
        assert r.json()["version"] == 1
    label = PtkbLabel.objects.get()
    assert (label.topic, label.statement, label.value) == (
        work.topic,
        said[0],
        "relevant",
    )
    assert Change.objects.filter(kind="ptkb").count() == 1


def test_a_stale_label_is_told_how_it_stands(
    work: Allocation, said: list[PtkbStatement], ada_client: Client
) -> None:
    send(ada_client, work, body(said[0], "relevant"))
    r = send(ada_client, work, body(said[0], "not_relevant"))
    assert r.status_code == 409
    assert r.json() == {"version": 1, "value": "relevant"}


@pytest.mark.parametrize(
    ("more", "status"),
    [
        ({"value": "perhaps"}, 400),
        ({"statement": str(uuid4())}, 404),
        ({"key": "1"}, 400),
    ],
)
def test_bad_labels_are_refused(
    work: Allocation,
    said: list[PtkbStatement],
    ada_client: Client,
    more: dict[str, Any],
    status: int,
) -> None:
    assert (
        send(ada_client, work, body(said[0], "relevant") | more).status_code == status
    )
    assert not PtkbLabel.objects.exists()


def test_another_conversations_statement_is_not_in_the_work(
    work: Allocation, ada_client: Client
) -> None:
    make_conversation(work.track, "15", statements=["Mine is another life."])
    other = PtkbStatement.objects.latest("pk")
    assert send(ada_client, work, body(other, "relevant")).status_code == 404
    text = ada_client.get(page_of(work)).content.decode()
    assert "another life" not in text


def test_others_get_nothing(
    work: Allocation,
    said: list[PtkbStatement],
    bea_client: Client,
    omar_client: Client,
    client: Client,
) -> None:
    sent = body(said[0], "relevant")
    for other in (bea_client, omar_client):
        assert other.get(page_of(work)).status_code == 404
        assert other.post(f"{page_of(work)}label/", sent).status_code == 404
        assert send(other, work, sent).status_code == 404
    assert client.get(page_of(work)).status_code == 302


def test_nothing_of_others_labels_is_shown(
    work: Allocation, said: list[PtkbStatement], bea: User, ada_client: Client
) -> None:
    before = ada_client.get(page_of(work)).content.decode()
    machine = make_judge(work.track, "SECRETMACHINE")
    for judge in (make_person(bea, work.track), machine):
        make_label(PTKB, judge, work.topic, said[0], value="relevant")
    after = ada_client.get(page_of(work)).content.decode()
    assert before.count('data-value="relevant"') == after.count('data-value="relevant"')
    assert "0 of 2 labels" in after


def test_it_is_judged_without_script(
    work: Allocation, said: list[PtkbStatement], ada_client: Client
) -> None:
    r = ada_client.post(f"{page_of(work)}label/", body(said[0], "relevant"))
    assert r.status_code == 302
    assert r["Location"] == f"{page_of(work)}#statement-{said[0].uuid}"
    late = ada_client.post(f"{page_of(work)}label/", body(said[0], "not_relevant"))
    assert late.status_code == 409
    bad = ada_client.post(f"{page_of(work)}label/", body(said[0], "perhaps"))
    assert bad.status_code == 422
    r = ada_client.get(f"/work/{work.uuid}/ptkb/recent/")
    assert "I sail." in r.content.decode()


def test_it_is_finished_when_every_statement_has_its_label(
    work: Allocation, said: list[PtkbStatement], ada_client: Client
) -> None:
    base = f"/work/{work.uuid}/ptkb/"
    send(ada_client, work, body(said[0], "relevant"))
    assert ada_client.post(f"{base}finish/").status_code == 409
    send(ada_client, work, body(said[1], "not_relevant"))
    end = ada_client.get(base).content.decode()
    assert "2 statements, 1 of them relevant" in end
    assert ada_client.post(f"{base}finish/").status_code == 302
    work.refresh_from_db()
    assert work.finished_at is not None


def test_a_topic_without_statements_says_so(
    turns: list[Topic], ada: User, ada_client: Client
) -> None:
    topic = make_topic(turns[0].track, "99")
    work = make_allocation(topic, ada, kind="ptkb")
    text = ada_client.get(f"/work/{work.uuid}/ptkb/").content.decode()
    assert "no turn of a conversation" in text


def test_only_turns_with_statements_can_be_handed_out(turns: list[Topic]) -> None:
    track = turns[0].track
    make_topic(track, "99")
    make_conversation(track, "15", statements=[])
    found = get_screen("ptkb").topics(track, "")
    assert list(found) == turns


def test_progress_is_counted_by_person_turn_and_round(
    turns: list[Topic], ada: User, bea: User, said: list[PtkbStatement]
) -> None:
    works = [make_allocation(turn, ada, kind="ptkb") for turn in turns]
    works.append(make_allocation(turns[0], bea, kind="ptkb"))
    ada_judge = make_person(ada, turns[0].track)
    make_label(PTKB, ada_judge, turns[0], said[0], value="relevant")
    make_label(PTKB, ada_judge, turns[0], said[1], value="")
    found = progress_of(works)
    assert [found[work.pk][:2] for work in works] == [(1, 2), (0, 2), (0, 2)]


def test_labels_go_out_as_qrels(
    turns: list[Topic], ada: User, said: list[PtkbStatement], omar_client: Client
) -> None:
    judge = make_person(ada, turns[0].track)
    make_label(PTKB, judge, turns[1], said[1], value="relevant")
    make_label(PTKB, judge, turns[1], said[0], value="not_relevant")
    address = f"/tracks/{turns[0].track.uuid}/exports/ptkb/"
    r = omar_client.get(address, {"judge": str(judge.uuid)})
    assert r.status_code == 200
    assert b"14_2 0 1 0\n14_2 0 2 1\n" in b"".join(r)


def test_two_assessors_are_compared(
    turns: list[Topic],
    ada: User,
    bea: User,
    said: list[PtkbStatement],
    omar_client: Client,
) -> None:
    track = turns[0].track
    judges = [make_person(user, track) for user in (ada, bea)]
    for judge, value in zip(judges, ("relevant", "not_relevant"), strict=True):
        make_label(PTKB, judge, turns[0], said[0], value=value)
        make_label(PTKB, judge, turns[0], said[1], value="not_relevant")
    asked = {"kind": "ptkb", "a": str(judges[0].uuid), "b": str(judges[1].uuid)}
    r = omar_client.get(f"/tracks/{track.uuid}/agreement/", asked)
    assert r.status_code == 200
    assert "ptkb statements" in r.content.decode().lower()


@pytest.mark.parametrize("page", ["", "judges/", "exports/", "work/", "agreement/"])
def test_a_track_without_conversations_shows_nothing_of_it(
    omar: User, omar_client: Client, page: str
) -> None:
    track = make_track(organizer=omar)
    make_topic(track)
    r = omar_client.get(f"/tracks/{track.uuid}/{page}")
    assert r.status_code == 200
    assert "PTKB" not in r.content.decode()


@pytest.mark.parametrize("page", ["", "judges/", "exports/"])
def test_a_track_of_conversations_shows_it(
    turns: list[Topic], ada: User, omar_client: Client, page: str
) -> None:
    make_person(ada, turns[0].track)
    r = omar_client.get(f"/tracks/{turns[0].track.uuid}/{page}")
    assert "PTKB" in r.content.decode()


def test_organizers_read_the_labels_by_the_api(
    turns: list[Topic], ada: User, said: list[PtkbStatement], omar_client: Client
) -> None:
    judge = make_person(ada, turns[0].track)
    make_label(PTKB, judge, turns[0], said[0], value="relevant")
    r = omar_client.get(f"/api/tracks/{turns[0].track.uuid}/labels/ptkb/")
    (row,) = r.json()["results"]
    assert row["value"] == "relevant"
    assert row["item"] == {
        "topic": str(turns[0].uuid),
        "statement": str(said[0].uuid),
    }
    assert Judge.objects.filter(uuid=row["judge"]).exists()


def test_the_queries_do_not_grow_with_the_statements(
    ada: User, ada_client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    track = make_track(profile="ikat24", assessors=[ada])
    many = [f"Statement {place}." for place in range(40)]
    asked = [f"Question {place}?" for place in range(20)]
    turns = make_conversation(track, asked=asked, statements=many)
    work = make_allocation(turns[-1], ada, kind="ptkb")
    with django_assert_max_num_queries(12):
        ada_client.get(page_of(work))
