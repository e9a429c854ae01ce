"""Judging by machine: failed calls, endpoints that refuse, keys that are missing."""

import pytest
from pytest_django import Settings

from assess.judging.machine.readiness import NotReady
from jobs.actions import retry_job
from jobs.models import Job, JobState
from jobs.run import run_here
from llm.retries import REFUSALS, RETRIES
from runs.models import Topic
from tests.assess.judging.machine.grades import grades
from tests.fake_model import FakeModel, status
from tests.machines import let_judge, make_model_judge, reasons, start
from tests.make import make_response, make_run, make_segment

pytestmark = pytest.mark.both_stacks


def test_a_bad_reply_is_asked_again_then_a_failure(
    fake: FakeModel, topic: Topic
) -> None:
    judge = make_model_judge(topic.track)
    replies = iter(["seven", "##final score: 7", "no", "##final score: 1"])
    fake.answer = lambda _body: next(replies)
    job = let_judge(judge, "relevance")
    assert job.state == JobState.DONE
    assert job.result["labels still missing"] == 1
    (failure,) = job.failures.all()
    assert failure.subject == "Topic 14, segment d0"
    assert "final score" in failure.reason
    assert grades(judge) == {"d1": "1"}


def test_a_retry_does_only_what_failed(fake: FakeModel, topic: Topic) -> None:
    judge = make_model_judge(topic.track)
    replies = iter(["no", "no", "no", "##final score: 1", "##final score: 3"])
    fake.answer = lambda _body: next(replies)
    job = let_judge(judge, "relevance")
    retry_job(job, by=None)
    job.refresh_from_db()
    again = run_here(job)
    assert (again.state, reasons(again)) == (JobState.DONE, [])
    assert grades(judge) == {"d0": "3", "d1": "1"}
    assert fake.count == 5


@pytest.mark.parametrize("code", [429, 500])
def test_a_busy_endpoint_fails_one_item(
    fake: FakeModel, topic: Topic, code: int
) -> None:
    judge = make_model_judge(topic.track)
    tries = REFUSALS if code == 429 else RETRIES
    fake.misbehave(*[status(code, after=0.01)] * (tries + 1))
    job = let_judge(judge, "relevance")
    assert job.state == JobState.DONE
    assert len(reasons(job)) == 1
    assert str(code) in reasons(job)[0]
    assert set(grades(judge)) == {"d1"}


@pytest.mark.parametrize("code", [401, 404])
def test_a_refusing_endpoint_ends_the_job_at_once(
    fake: FakeModel, topic: Topic, code: int
) -> None:
    judge = make_model_judge(topic.track)
    fake.misbehave(status(code))
    job = let_judge(judge, "relevance")
    assert job.state == JobState.FAILED
    assert str(code) in job.error
    assert (fake.count, reasons(job), grades(judge)) == (1, [], {})


def test_an_endpoint_that_is_down_ends_the_job(fake: FakeModel, topic: Topic) -> None:
    for number in range(8):
        run = make_run(topic.track, f"more-{number}")
        cited = make_segment(topic.track, f"e{number}", f"Ice {number}.")
        make_response(run, topic, cites=cited)
    judge = make_model_judge(topic.track)
    fake.misbehave(*[status(400)] * 20)
    job = let_judge(judge, "relevance")
    assert job.state == JobState.FAILED
    assert job.error.startswith("Stopped: 5 calls failed one after the other.")
    assert fake.count == 5


def test_no_key_is_said_before_any_job(
    fake: FakeModel, topic: Topic, settings: Settings
) -> None:
    judge = make_model_judge(topic.track)
    settings.LLM_KEY = ""
    with pytest.raises(NotReady, match="Set LLM_KEY"):
        start(judge, "relevance")
    assert not Job.objects.exists()


def test_a_key_that_went_missing_fails_the_job_with_a_sentence(
    fake: FakeModel, topic: Topic, settings: Settings
) -> None:
    job = start(make_model_judge(topic.track), "relevance")
    settings.LLM_KEY = ""
    done = run_here(job)
    assert done.state == JobState.FAILED
    assert done.error.startswith("Set LLM_KEY")


def test_it_never_asks_another_endpoint_than_the_settings_name(
    fake: FakeModel, topic: Topic, settings: Settings
) -> None:
    judge = make_model_judge(topic.track)
    settings.LLM_ENDPOINT = "http://127.0.0.1:9/v1"
    with pytest.raises(NotReady, match="was set up at"):
        start(judge, "relevance")
