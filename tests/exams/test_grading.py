"""Grades by people and by machines, and their judges side by side."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.test import Client

from accounts.models import User
from assess.judging.models import Allocation
from exams.models import ExamLabel, ExamPassage
from tests.exams.world import ExamWorld, make_exam_world
from tests.fake_model import FakeModel
from tests.machines import make_baseline, make_model_judge
from tests.make import make_allocation
from tests.page import texts, values


@pytest.fixture
def world(omar: User, ada: User) -> ExamWorld:
    return make_exam_world(omar, assessors=[ada])


@pytest.fixture
def work(world: ExamWorld, ada: User) -> Allocation:
    work = make_allocation(world.topic, ada, work="exam")
    work.subject = str(world.bank.uuid)
    work.save(update_fields=["subject"])
    return work


def test_a_person_grades_every_question_of_every_passage(
    world: ExamWorld, work: Allocation, ada: User, ada_client: Client
) -> None:
    base = f"/work/{work.uuid}/exam/"
    assert ada_client.get(base).status_code == 302
    for passage in world.passages.values():
        page = f"{base}{passage.uuid}/"
        shown = ada_client.get(page).content.decode()
        assert f"Text of {passage.segment}." in shown
        assert "grader" not in shown
        for question in world.questions:
            said = {"key": str(uuid4()), "seen": 0, "value": "3"}
            said |= {"question": str(question.uuid)}
            assert ada_client.post(f"{page}label/", said).status_code == 302
    assert ada_client.post(f"{base}finish/")["Location"] == "/"
    given = ExamLabel.objects.filter(judge__user=ada)
    assert list(given.values_list("value", flat=True)) == ["3"] * 20


def test_a_withdrawn_question_and_a_passage_of_another_topic_are_not_there(
    world: ExamWorld, work: Allocation, ada_client: Client
) -> None:
    world.version.listings.filter(question=world.questions[0]).update(withdrawn=True)
    other = world.track.topics.get(name="t2")
    segment = world.passages["p1"].segment
    foreign = ExamPassage.objects.create(topic=other, segment=segment)
    api = f"/api/work/{work.uuid}/exam/"
    passage = world.passages["p1"]
    for question, at in (
        (world.questions[0], passage),
        (world.questions[1], foreign),
    ):
        said = {"key": str(uuid4()), "seen": 0, "value": "3"}
        said |= {"question": str(question.uuid), "passage": str(at.uuid)}
        r = ada_client.post(api, said, content_type="application/json")
        assert r.status_code == 404


def test_a_marked_answer_is_kept_with_the_grade(
    world: ExamWorld,
    work: Allocation,
    ada: User,
    ada_client: Client,
    tmp_path: Path,
) -> None:
    passage, question = world.passages["p1"], world.questions[0]
    api, page = (
        f"/api/work/{work.uuid}/exam/",
        f"/work/{work.uuid}/exam/{passage.uuid}/",
    )
    text = passage.words
    said = {"question": str(question.uuid), "passage": str(passage.uuid), "value": "4"}

    def give(spans: list[list[int]], *, seen: int) -> int:
        body = said | {"key": str(uuid4()), "seen": seen, "answer": spans}
        return ada_client.post(api, body, content_type="application/json").status_code

    assert give([[0, 4]], seen=0) == 200
    own = ExamLabel.objects.get(judge__user=ada)
    assert own.details == {"answer": text[:4], "start": 0, "end": 4}
    for spans in ([[0, len(text) + 1]], [[3, 3]], [[0, 2], [3, 4]]):
        assert give(spans, seen=1) == 400
    row, shown = f"#question-{question.uuid}", ada_client.get(page)
    assert texts(shown, f"{row} .answered") == [f"“{text[:4]}”"]
    [kept] = values(shown, f"{row} [name=answer]", "value")
    plain = {"key": str(uuid4()), "seen": 1, "value": "3", "answer": kept}
    ada_client.post(f"{page}label/", plain | {"question": str(question.uuid)})
    own.refresh_from_db()
    assert (own.value, own.details["answer"]) == ("3", text[:4])
    out = tmp_path / "graded.jsonl.gz"
    parts = {"bank": world.bank.name, "judge": own.judge.name, "out": out}
    call_command("export", world.track.slug, "exam-grades", **parts)
    [line] = gzip.decompress(out.read_bytes()).decode().splitlines()
    [block] = json.loads(line)[1][0]["exam_grades"]
    assert block["answers"] == [[question.public_id, text[:4]]]
    assert give([], seen=2) == 200
    own.refresh_from_db()
    assert own.details == {}


def test_a_baseline_grades_by_words(world: ExamWorld) -> None:
    make_baseline(world.track)
    call_command(
        "judge",
        world.track.slug,
        kind="exam",
        judge="baseline-a",
        bank=world.bank.name,
    )
    given = ExamLabel.objects.filter(judge__name="baseline-a")
    assert given.count() == 20


def test_a_model_grades_and_its_reply_is_kept(
    world: ExamWorld, fake: FakeModel
) -> None:
    make_model_judge(world.track)
    fake.answer = lambda _body: "4: mostly"
    call_command(
        "judge",
        world.track.slug,
        kind="exam",
        judge="model-a",
        bank=world.bank.name,
    )
    given = ExamLabel.objects.filter(judge__name="model-a")
    assert set(given.values_list("value", flat=True)) == {"4"}
    kept = {"reply": "4: mostly", "read": "leading"}
    assert [label.details for label in given[:1]] == [kept]


def test_a_verifier_sees_the_reply_and_labels_in_a_round_of_its_own(
    world: ExamWorld, work: Allocation, ada: User, ada_client: Client
) -> None:
    Allocation.objects.filter(pk=work.pk).update(round=1, shown=world.judge)
    first = ExamLabel.objects.filter(judge=world.judge).earliest("pk")
    ExamLabel.objects.filter(pk=first.pk).update(details={"reply": "Five, I say."})
    page = f"/work/{work.uuid}/exam/{world.passages['p1'].uuid}/"
    shown = ada_client.get(page).content.decode()
    assert "Five, I say." in shown
    said = {"key": str(uuid4()), "seen": 0, "value": "4"}
    said |= {"question": str(world.questions[0].uuid)}
    assert ada_client.post(f"{page}label/", said).status_code == 302
    label = ExamLabel.objects.get(judge__user=ada)
    assert label.round == 1
    assert label.details == {"shown": "5", "by": str(world.judge.uuid)}
