"""Replies are read again into another judge, without a call."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from assess.judging.judges.actions import judge_of
from assess.judging.models import Judge
from exams.models import ExamLabel
from jobs.models import Job, JobState
from jobs.run import run_here
from tests.exams.world import ExamWorld, make_exam_world
from tests.make import NOW


@pytest.fixture
def world(omar: User) -> ExamWorld:
    world = make_exam_world(omar)
    first = ExamLabel.objects.filter(judge=world.judge).earliest("pk")
    ExamLabel.objects.filter(pk=first.pk).update(details={"reply": "epidermis"})
    return world


def reread(client: Client, world: ExamWorld, **said: str) -> str:
    here = f"/tracks/{world.track.uuid}/exams/{world.bank.uuid}/reread/"
    body = {"judge": str(world.judge.uuid), "reading": "paper", "name": "anew"}
    r = client.post(here, body | said, follow=True)
    assert r.status_code == 200
    return r.content.decode()


@pytest.mark.parametrize(
    ("reading", "number", "ones"), [("fail", 13, 1), ("paper", 14, 2)]
)
def test_a_job_makes_the_judge(
    world: ExamWorld, omar_client: Client, reading: str, number: int, ones: int
) -> None:
    reread(omar_client, world, reading=reading)
    job = run_here(Job.objects.get())
    assert job.state == JobState.DONE, job.error
    judge = Judge.objects.visible().get(name="anew")
    labels = ExamLabel.objects.filter(judge=judge)
    assert labels.count() == number
    assert labels.filter(value="1").count() == ones
    assert judge.parameters["read"] == reading


def test_a_taken_name_is_refused(world: ExamWorld, omar_client: Client) -> None:
    assert "already" in reread(omar_client, world, name="people")
    assert "Give the new judge a name" in reread(omar_client, world, name="")
    assert not Job.objects.exists()


def test_a_judge_without_replies_gives_none(
    world: ExamWorld, omar_client: Client, omar: User
) -> None:
    person = judge_of(omar, world.track, now=NOW)
    reread(omar_client, world, judge=str(person.uuid))
    job = run_here(Job.objects.get())
    assert job.result["grades"] == 0
