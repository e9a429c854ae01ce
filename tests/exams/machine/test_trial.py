"""Trials of a draft's new questions on a sample of passages."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from accounts.models import User
from assess.judging.machine.actions import start_judging
from assess.judging.machine.readiness import NotReady
from assess.judging.screens import Subject
from exams.editing.actions import apply_draft, take_step
from exams.grading.machine import MACHINE
from exams.models import ExamLabel, Question
from exams.trial.actions import NothingNew, start_trial
from exams.trial.results import tried_questions
from jobs.models import Job
from jobs.run import run_here
from runs.actions.acts import Act
from tests.exams.world import ExamWorld, make_exam_world
from tests.fake_answers import Body, places
from tests.fake_model import FakeModel
from tests.machines import make_baseline, make_model_judge, reasons
from tests.make import NOW
from tests.page import markup

pytestmark = pytest.mark.django_db
TEXT = "Why does salt matter?"


@pytest.fixture
def world(omar: User) -> ExamWorld:
    """The worked example, with a draft of Omar's that adds a question."""
    world = make_exam_world(omar)
    topic = str(world.topic.uuid)
    edit: dict[str, Any] = {"do": "add", "topic": topic, "facet": "", "text": TEXT}
    take_step(world.bank, "add", [edit], act=Act(by=omar, key=uuid4(), seen=0, now=NOW))
    return world


def address(world: ExamWorld) -> str:
    return f"/tracks/{world.track.uuid}/exams/{world.bank.uuid}/trial/"


def answers(body: Body) -> str:
    """Grade the passages p1 and p2 with 5, others with 0."""
    return "5" if places(body)["passage"] in ("Text of p1.", "Text of p2.") else "0"


def run_trial(world: ExamWorld, omar: User, passages: int = 20) -> Job:
    judge = make_model_judge(world.track)
    job = start_trial(world.bank, judge, passages=passages, by=omar, now=NOW)
    return run_here(job)


def test_a_trial_estimates_and_labels_nothing(
    fake: FakeModel, world: ExamWorld, omar: User
) -> None:
    fake.answer = answers
    before = ExamLabel.objects.count()
    job = run_trial(world, omar)
    assert reasons(job) == []
    assert fake.count == 4
    assert ExamLabel.objects.count() == before
    assert not Question.objects.filter(text=TEXT).exists()
    [tried] = tried_questions(world.bank, omar, tau=4)
    assert (tried.n, tried.answered.value) == (4, 0.5)
    low, high = tried.answered.low, tried.answered.high
    assert low is not None
    assert high is not None
    assert 0 < low < 0.5 < high < 1


def test_its_replies_are_not_bought_again(
    fake: FakeModel, world: ExamWorld, omar: User
) -> None:
    fake.answer = answers
    run_trial(world, omar, passages=2)
    assert fake.count == 2
    apply_draft(world.bank, omar, seen=1, now=NOW)
    judge = world.track.judges.get(name="model-a")
    subject = Subject(str(world.bank.uuid), world.bank.name)
    run_here(
        start_judging(judge, MACHINE, subject=subject, topics=(), owner=None, now=NOW)
    )
    given = ExamLabel.objects.filter(judge=judge, question__text=TEXT)
    assert given.count() == 4
    assert fake.count == 2 + 4 * 6 - 2


def test_a_failed_call_is_listed_and_counts_nothing(
    fake: FakeModel, world: ExamWorld, omar: User
) -> None:
    fake.answer = lambda body: (
        "perhaps" if places(body)["passage"] == "Text of p1." else "4"
    )
    job = run_trial(world, omar)
    assert len(reasons(job)) == 1
    [tried] = tried_questions(world.bank, omar, tau=4)
    assert (tried.n, tried.answered.value) == (3, 1.0)


def test_a_draft_of_another_person_has_no_trial(
    fake: FakeModel, world: ExamWorld, omar: User, ada: User
) -> None:
    run_trial(world, omar)
    assert tried_questions(world.bank, ada, tau=4) == []
    judge = make_model_judge(world.track, "model-b")
    with pytest.raises(NothingNew):
        start_trial(world.bank, judge, passages=5, by=ada, now=NOW)


def test_a_trial_asks_a_model_that_rates(
    fake: FakeModel, world: ExamWorld, omar: User
) -> None:
    by_words = {"settings": {"exam": {"mode": "key"}}}
    for judge in (
        make_baseline(world.track),
        make_model_judge(world.track, "words", parameters=by_words),
    ):
        with pytest.raises(NotReady):
            start_trial(world.bank, judge, passages=5, by=omar, now=NOW)


def test_the_page_starts_a_trial_and_shows_it(
    fake: FakeModel, world: ExamWorld, omar_client: Client
) -> None:
    fake.answer = answers
    judge = make_model_judge(world.track)
    assert TEXT in markup(omar_client.get(address(world)))
    sent = {"judge": judge.uuid, "passages": "20"}
    answer = omar_client.post(address(world), sent)
    job = Job.objects.get(kind="exam_trial")
    assert answer.headers["Location"] == f"/jobs/{job.uuid}/"
    run_here(job)
    page = markup(omar_client.get(address(world)))
    assert '<td class="num">4</td><td class="num">0.5000' in page


@pytest.mark.parametrize("passages", ["0", "501", "x", ""])
def test_bad_input_starts_nothing(
    fake: FakeModel, world: ExamWorld, omar_client: Client, passages: str
) -> None:
    judge = make_model_judge(world.track)
    sent = {"judge": judge.uuid, "passages": passages}
    assert omar_client.post(address(world), sent).status_code == 422
    assert not Job.objects.exists()


def test_it_hides_from_others(
    world: ExamWorld, ada_client: Client, client: Client
) -> None:
    assert ada_client.get(address(world)).status_code == 404
    assert client.get(address(world)).status_code == 302
