"""Ways of grading by a model: readings, batches, extraction, verification."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

import pytest
from django.test import Client

from accounts.models import User
from assess.judging.machine.actions import start_judging
from assess.judging.machine.readiness import NotReady, model_of
from assess.judging.machine.settings import BadSetting, settings_of
from assess.judging.models import Judge
from assess.judging.screens import Subject
from exams.grading.machine import MACHINE
from exams.models import ExamLabel, Question
from exams.rereading.actions import NotRated, start_rereading
from jobs.models import Job
from jobs.run import run_here
from llm.models import Call
from runs.models import Track
from tests.exams.machine.grading_ways import PASSAGE, KeyedWorld, make_keyed_world
from tests.exams.world import make_exam_world
from tests.fake_answers import Body, places
from tests.fake_model import FakeModel
from tests.machines import make_model_judge, reasons
from tests.make import NOW, make_track

pytestmark = pytest.mark.django_db
SPAN = "Salt lowers the freezing point of the water"


def grade_by(judge: Judge, world: KeyedWorld) -> Job:
    """Let a judge grade the world's bank."""
    subject = Subject(str(world.bank.uuid), world.bank.name)
    return run_here(
        start_judging(judge, MACHINE, subject=subject, topics=(), owner=None, now=NOW)
    )


def grade(world: KeyedWorld, **settings: object) -> Job:
    """Let a new model judge with these settings grade the world's bank."""
    judge = make_model_judge(world.track, parameters={"settings": {"exam": settings}})
    return grade_by(judge, world)


def test_an_extracted_answer_is_matched_by_words(fake: FakeModel) -> None:
    world = make_keyed_world(keys=[["salt lowering freezing points of water"], ["ice"]])
    fake.answer = lambda _body: f" {SPAN}"
    job = grade(world, mode="key")
    assert reasons(job) == []
    right, wrong = world.label(0), world.label(1)
    assert (right.value, wrong.value) == ("1", "0")
    start = PASSAGE.index(SPAN)
    assert right.details == {
        "reply": f" {SPAN}",
        "answer": SPAN,
        "start": start,
        "end": start + len(SPAN),
        "read": "words",
    }
    assert fake.count == 2
    assert "unanswerable" in str(fake.bodies[0]["messages"])
    assert "settings" not in fake.bodies[0]


def test_an_answer_in_other_words_has_no_place(fake: FakeModel) -> None:
    world = make_keyed_world(keys=[["salt"]])
    fake.answer = lambda _body: "The salt."
    grade(world, mode="key")
    assert world.label(0).value == "1"
    assert "start" not in world.label(0).details


@pytest.mark.parametrize("reply", ["unanswerable", "Unanswerable.", "", "(b)"])
@pytest.mark.parametrize("mode", ["key", "verify"])
def test_no_answer_is_grade_0_without_another_call(
    fake: FakeModel, mode: str, reply: str
) -> None:
    world = make_keyed_world(keys=[["unanswerable"]])
    fake.answer = lambda _body: reply
    grade(world, mode=mode)
    assert world.label(0).value == "0"
    assert fake.count == 1


def test_no_is_an_answer_to_a_key_of_false(fake: FakeModel) -> None:
    world = make_keyed_world(keys=[["false"]])
    fake.answer = lambda _body: "No."
    grade(world, mode="key")
    assert world.label(0).value == "1"


def test_a_question_without_accepted_answers_is_left_out_and_counted(
    fake: FakeModel,
) -> None:
    world = make_keyed_world(keys=[["salt"], []])
    job = grade(world, mode="key")
    assert reasons(job) == []
    assert dict(job.facts)["questions without an accepted answer"] == 1
    assert ExamLabel.objects.count() == 1


def verifying(*verdicts: str) -> Callable[[Body], str]:
    """Return answers: the span for extraction, then verdicts in turn."""
    left = list(verdicts)

    def answer(body: Body) -> str:
        return left.pop(0) if "candidate" in places(body) else SPAN

    return answer


def test_a_model_verifies_an_extracted_answer(fake: FakeModel) -> None:
    world = make_keyed_world(keys=[["brine", "salt"]])
    fake.answer = verifying("Yes.")
    grade(world, mode="verify")
    label = world.label(0)
    assert (label.value, label.details["verdict"]) == ("1", "Yes.")
    assert (label.details["answer"], label.details["read"]) == (SPAN, "model")
    assert label.call is not None
    assert label.call.prompt_name == "verify_answer"
    asked = places(fake.bodies[1])
    assert json.loads(asked["correct"]) == ["brine", "salt"]
    assert PASSAGE not in str(fake.bodies[1])


def test_the_same_answer_to_a_question_is_verified_once(fake: FakeModel) -> None:
    world = make_keyed_world(keys=[["salt"]])
    fake.answer = verifying("yes")
    grade(world, mode="verify")
    other = make_model_judge(
        world.track, "model-b", parameters={"settings": {"exam": {"mode": "verify"}}}
    )
    grade_by(other, world)
    assert fake.count == 2
    assert world.label(0, "model-b").value == "1"


@pytest.mark.parametrize("verdict", ["maybe", "yes, but not quite", "", "yes and no"])
def test_a_verdict_that_is_neither_is_a_failure(fake: FakeModel, verdict: str) -> None:
    world = make_keyed_world(keys=[["salt"]])
    fake.answer = verifying(*[verdict] * 3)
    job = grade(world, mode="verify")
    assert len(reasons(job)) == 1
    assert not ExamLabel.objects.exists()
    assert Call.objects.answered().count() == 4


def test_several_questions_go_into_one_call(fake: FakeModel) -> None:
    world = make_keyed_world(keys=[()] * 12)
    fake.answer = lambda body: json.dumps(
        {"grades": list(range(5))[: len(json.loads(places(body)["questions"]))]}
    )
    grade(world, batch=5)
    assert fake.count == 3
    assert [world.label(n).value for n in range(12)] == [*"01234" * 2, *"01"]
    assert world.label(3).details == {"reply": "3", "read": "batch"}


@pytest.mark.parametrize(
    "reply",
    [
        "[1, 2]",
        '{"grades": [1]}',
        '{"grades": [1, 2, 3]}',
        '{"grades": [1, 6]}',
        '{"grades": [1, true]}',
        '{"grades": [1, 2.5]}',
        '{"grades": [1, null]}',
        '{"grades": [1, [2]]}',
        '{"grades": {"1": 2}}',
        '{"grades": [1, 2]} or rather 3',
    ],
)
def test_a_batch_with_one_bad_grade_gives_none(fake: FakeModel, reply: str) -> None:
    world = make_keyed_world(keys=[(), ()])
    fake.answer = lambda _body: reply
    job = grade(world, batch=2)
    assert len(reasons(job)) == 1
    assert not ExamLabel.objects.exists()


@pytest.mark.parametrize(
    ("reading", "reply", "value"),
    [("paper", "epidermis", "1"), ("paper", "no", "0"), ("workbench", "no", "1")],
)
def test_a_judge_keeps_its_reading(
    fake: FakeModel, reading: str, reply: str, value: str
) -> None:
    world = make_keyed_world(keys=[()])
    fake.answer = lambda _body: reply
    grade(world, unreadable=reading)
    assert world.label(0).value == value
    assert fake.count == 1


def test_the_profile_says_how_new_judges_begin(fake: FakeModel) -> None:
    world = make_keyed_world(form=Question.KEY_FACT)
    track = Track.objects.get(pk=world.track.pk)
    track.profile_text += '\n[exam]\nunreadable = "paper"\n'
    track.save()
    track = Track.objects.get(pk=track.pk)
    before = make_model_judge(world.track, "before")
    after = make_model_judge(track, "after")
    usual = make_model_judge(
        track, "usual", parameters={"settings": {"exam": {"unreadable": "fail"}}}
    )
    kept = [settings_of(each, MACHINE)["unreadable"] for each in (before, after, usual)]
    assert kept == ["fail", "paper", "fail"]
    assert after.parameters == {"settings": {"exam": {"unreadable": "paper"}}}
    assert usual.parameters == {}
    assert model_of(after).parameters == {}


@pytest.mark.parametrize(
    "given",
    [
        [],
        {"exams": {}},
        {"exam": []},
        {"exam": {"mode": "guess"}},
        {"exam": {"colour": "red"}},
        {"exam": {"batch": 11}},
        {"exam": {"batch": 2, "mode": "key"}},
        {"exam": {"batch": 2, "unreadable": "paper"}},
    ],
)
def test_bad_settings_make_no_judge(fake: FakeModel, given: object) -> None:
    track = make_track(profile="rag24")
    with pytest.raises(BadSetting):
        make_model_judge(track, parameters={"settings": given})
    assert not Judge.objects.filter(kind=Judge.MODEL).exists()


def test_a_judge_with_unknown_settings_is_not_ready(fake: FakeModel) -> None:
    world = make_keyed_world()
    judge = make_model_judge(world.track)
    judge.parameters = {"settings": {"exam": {"mode": "by a later version"}}}
    judge.save()
    with pytest.raises(NotReady, match="mode must be one of"):
        grade_by(judge, world)


def test_extracted_answers_are_not_read_anew_as_grades(fake: FakeModel) -> None:
    world = make_keyed_world()
    grade(world, mode="key")
    judge = Judge.objects.get(name="model-a")
    with pytest.raises(NotRated, match="has answers, no ratings"):
        start_rereading(judge, "again", reading="paper", owner=None, now=NOW)


def form_of(**more: str) -> Mapping[str, str]:
    return {"name": "by words", "model": "fake-1", "parameters": "{}", **more}


def test_the_form_of_a_judge_has_the_settings(
    fake: FakeModel, omar: User, omar_client: Client
) -> None:
    world = make_exam_world(omar)
    address = f"/tracks/{world.track.uuid}/judges/new/?sort=model"
    page = omar_client.get(address).content.decode()
    assert "Exam grades: graded by" in page
    sent = form_of(exam_mode="key", exam_unreadable="fail", exam_batch="1")
    answer = omar_client.post(address, sent, follow=True)
    assert "an extracted answer and accepted answers, by words" in (
        answer.content.decode()
    )
    judge = Judge.objects.get(name="by words")
    assert judge.parameters == {"settings": {"exam": {"mode": "key"}}}
    bad = form_of(exam_mode="key", exam_batch="5")
    assert omar_client.post(address, {**bad, "name": "b"}).status_code == 422


def test_a_track_without_exams_has_no_such_fields(
    fake: FakeModel, omar: User, omar_client: Client
) -> None:
    track = make_track(profile="rag24", organizer=omar)
    page = omar_client.get(f"/tracks/{track.uuid}/judges/new/?sort=model")
    assert "Exam grades" not in page.content.decode()


def test_answers_and_their_places_are_shown(
    fake: FakeModel, omar: User, omar_client: Client
) -> None:
    world = make_keyed_world(keys=[["salt"]], organizer=omar)
    fake.answer = lambda _body: SPAN
    grade(world, mode="key")
    page = omar_client.get(
        f"/tracks/{world.track.uuid}/exams/{world.bank.uuid}"
        f"/questions/{world.questions[0].uuid}/"
    ).content.decode()
    assert f"<mark>{SPAN}</mark>" in page
