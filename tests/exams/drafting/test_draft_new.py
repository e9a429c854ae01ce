"""The page that starts a draft of questions."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from exams.drafting.actions import start_draft
from exams.models import Question, QuestionBank
from jobs.models import Job
from jobs.run import run_here
from runs.models import Track
from tests.fake_model import FakeModel
from tests.machines import make_model_judge
from tests.make import NOW, make_topic, make_track
from tests.page import texts

PRICE = {"price": {"prompt": "2000", "completion": "8000"}}


@pytest.fixture
def track(omar: User) -> Track:
    """Omar's track with one topic."""
    track = make_track(profile="rag24", organizer=omar)
    make_topic(track, "t1", "Ice")
    return track


def address(track: Track) -> str:
    return f"/tracks/{track.uuid}/exams/draft/"


def test_without_a_model_it_says_what_to_do(omar_client: Client, track: Track) -> None:
    page = omar_client.get(address(track)).content.decode()
    assert "No model can write questions" in page


def test_it_says_what_a_bank_takes_before_it_starts(
    fake: FakeModel, omar_client: Client, track: Track
) -> None:
    judge = make_model_judge(track, parameters=PRICE)
    asked = {"judge": judge.uuid, "form": "question", "name": "b", "topics": ""}
    asked["price"] = "yes"
    found = texts(omar_client.post(address(track), asked), "#price dd")
    assert found[:2] == ["1", "0"]
    assert not Job.objects.exists()
    job = start_draft(
        judge, name="a", form=Question.QUESTION, topics=(), owner=None, now=NOW
    )
    run_here(job)
    make_topic(track, "t2", "Ice")
    found = texts(omar_client.post(address(track), asked), "#price dd")
    assert found[:2] == ["0", "2"]  # the same topic's text


def test_it_starts_a_draft(fake: FakeModel, omar_client: Client, track: Track) -> None:
    judge = make_model_judge(track)
    sent = {"judge": judge.uuid, "form": "question", "name": "auto", "topics": ""}
    answer = omar_client.post(address(track), sent)
    job = Job.objects.get(kind="exam_draft")
    assert answer.headers["Location"] == f"/jobs/{job.uuid}/"
    run_here(job)
    assert QuestionBank.objects.get().name == "auto"


def test_it_rejects_a_bank_that_is_no_draft_and_bad_input(
    fake: FakeModel, omar_client: Client, track: Track
) -> None:
    judge = make_model_judge(track)
    QuestionBank.objects.create(
        track=track, name="ours", origin=Question.PERSON, landed_at=NOW
    )
    for name, form, topics in (
        ("ours", "question", ""),
        ("", "question", ""),
        ("auto", "essay", ""),
        ("auto", "question", "t9"),
    ):
        sent = {"judge": judge.uuid, "form": form, "name": name, "topics": topics}
        assert omar_client.post(address(track), sent).status_code == 422
    assert not Job.objects.exists()


def test_it_hides_from_others(ada_client: Client, client: Client, track: Track) -> None:
    assert ada_client.get(address(track)).status_code == 404
    assert client.get(address(track)).status_code == 302
    assert client.put(address(track)).status_code in (302, 405)
