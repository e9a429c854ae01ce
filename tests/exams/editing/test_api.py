"""Edits of a draft as the outbox sends them: once each, in order, each person's own."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from accounts.models import User
from exams.models import QuestionDraft
from tests.exams.world import ExamWorld, make_exam_world


@pytest.fixture
def world(omar: User) -> ExamWorld:
    return make_exam_world(omar)


def send(client: Client, world: ExamWorld, action: str, **more: object) -> Any:  # noqa: ANN401
    body = {"action": action, "key": str(uuid4()), "seen": 0, "active_ms": 40, **more}
    path = f"tracks/{world.track.uuid}/exams/{world.bank.uuid}"
    address = f"/api/{path}/topics/{world.topic.uuid}/"
    return client.post(address, body, content_type="application/json")


def steps() -> list[tuple[int, str]]:
    (draft,) = QuestionDraft.objects.all()
    return [(step["number"], step["action"]) for step in draft.edits]


def test_it_answers_with_the_revision_and_the_question(
    world: ExamWorld, omar_client: Client
) -> None:
    question = str(world.questions[0].uuid)
    answer = send(omar_client, world, "withdraw", question=question)
    assert answer.status_code == 200
    assert (answer.json()["version"], answer.json()["question"]) == (1, question)
    (step,) = QuestionDraft.objects.get().edits
    assert step["active_ms"] == 40
    assert step["topics"] == [str(world.topic.uuid)]


def test_the_same_key_counts_once_and_not_with_other_content(
    world: ExamWorld, omar_client: Client
) -> None:
    said = {"key": str(uuid4()), "text": "Why?"}
    once, again = (send(omar_client, world, "add", **said) for _ in range(2))
    assert once.json() == again.json()
    assert steps() == [(1, "add")]
    other = send(omar_client, world, "add", **said | {"text": "Who?"})
    assert other.status_code == 422
    assert "key" in other.json()


def test_an_action_behind_a_waiting_one_builds_on_it(
    world: ExamWorld, omar_client: Client
) -> None:
    first, key = str(world.questions[0].uuid), str(uuid4())
    send(omar_client, world, "reword", question=first, text="Why?", key=key)
    answer = send(omar_client, world, "withdraw", question=key, after=key)
    assert answer.status_code == 200  # the new question has the name of its edit
    assert steps() == [(1, "reword"), (2, "withdraw")]
    lost = send(omar_client, world, "withdraw", question=first, after=str(uuid4()))
    assert lost.status_code == 409


def test_a_stale_one_is_told_the_revision(
    world: ExamWorld, omar_client: Client
) -> None:
    one, other = (str(each.uuid) for each in world.questions[:2])
    send(omar_client, world, "withdraw", question=one)
    answer = send(omar_client, world, "withdraw", question=other)
    assert answer.status_code == 409
    assert answer.json()["version"] == 1
    assert "another window" in answer.json()["detail"]
    assert steps() == [(1, "withdraw")]


def test_undo_says_what_it_undid_and_nothing_where_there_is_nothing(
    world: ExamWorld, omar_client: Client
) -> None:
    question = str(world.questions[0].uuid)
    nothing = send(omar_client, world, "undo")
    assert nothing.json()["turned"] == ""
    send(omar_client, world, "reword", question=question, text="Why?", seen=1)
    undone = send(omar_client, world, "undo", seen=2)
    assert undone.json()["turned"] == "other words: “Why?”"
    redone = send(omar_client, world, "redo", seen=3)
    assert redone.json()["turned"] == "other words: “Why?”"
    assert steps() == [(1, "nothing"), (2, "reword"), (3, "undo"), (4, "redo")]


@pytest.mark.parametrize(
    "said",
    [
        {"action": "fly"},
        {"action": "withdraw", "question": str(uuid4())},
        {"action": "add", "text": ""},
        {"action": "add", "text": "x" * 2_001},
        {"action": "map", "question": "=1+1", "subnarrative": str(uuid4())},
        {"action": "merge", "text": "y", "marked": "abc"},
        {"action": "merge", "text": "y", "marked": [{"a": 1}]},
        {"action": "add", "text": "y", "key": "no"},
        {"action": "add", "text": "y", "seen": -1},
    ],
)
def test_what_is_malformed_is_400_and_changes_nothing(
    world: ExamWorld, omar_client: Client, said: dict[str, object]
) -> None:
    assert send(omar_client, world, **said).status_code == 400  # type: ignore[arg-type]
    assert not QuestionDraft.objects.exists()


def test_nobody_else_can_edit(
    world: ExamWorld, ada_client: Client, client: Client
) -> None:
    said = {"question": str(world.questions[0].uuid)}
    assert send(ada_client, world, "withdraw", **said).status_code == 404
    assert send(client, world, "withdraw", **said).status_code in (401, 403)


def test_two_organizers_drafts_are_apart(
    world: ExamWorld, omar_client: Client, omar: User
) -> None:
    send(omar_client, world, "withdraw", question=str(world.questions[0].uuid))
    olga = User.objects.create_user("olga", password="olga")
    world.track.memberships.create(user=olga, role="organizer")
    other = Client()
    other.force_login(olga)
    answer = send(other, world, "withdraw", question=str(world.questions[1].uuid))
    assert answer.status_code == 200
    assert QuestionDraft.objects.filter(by=omar, revision=1).exists()
    assert QuestionDraft.objects.filter(by=olga, revision=1).exists()
