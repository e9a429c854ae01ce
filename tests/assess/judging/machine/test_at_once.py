"""Judging by machine with several calls at once: the labels of one at a time."""

import threading
from collections import Counter

import pytest
from django.db import connection
from django.utils import timezone
from pytest_django import Settings

from jobs.actions import request_cancel
from jobs.models import JobState
from jobs.run import run_here
from llm.models import Call, CallState
from runs.models import Topic
from tests.assess.judging.machine.grades import grades
from tests.fake_answers import Body, sensible_answer
from tests.fake_model import FakeModel, cut, malformed, short_list, status
from tests.machines import let_judge, make_model_judge, reasons, start
from tests.make import make_response, make_run, make_segment, make_topic, make_track

pytestmark = [pytest.mark.both_stacks, pytest.mark.django_db(transaction=True)]

AT_ONCE = 4
SEGMENTS = 12


@pytest.fixture
def topic(transactional_db: None, settings: Settings) -> Topic:
    """A topic with a dozen cited segments, which threads can see."""
    settings.LLM_CONCURRENCY = AT_ONCE
    topic = make_topic(make_track(profile="rag24"))
    for number in range(SEGMENTS):
        run = make_run(topic.track, f"run-{number}")
        said = "Harbours freeze when cold air lies still."[: 3 * number + 3]
        make_response(
            run, topic, cites=make_segment(topic.track, f"d{number:02}", said)
        )
    return topic


def test_as_many_calls_as_allowed_are_in_flight_and_no_more(
    fake: FakeModel, topic: Topic
) -> None:
    together = threading.Barrier(AT_ONCE)
    lock, now, most = threading.Lock(), Counter[str](), 0

    def answer(body: Body) -> str:
        nonlocal most
        with lock:
            now["calls"] += 1
            most = max(most, now["calls"])
        together.wait(timeout=60)
        with lock:
            now["calls"] -= 1
        return sensible_answer(body)

    fake.answer = answer
    job = let_judge(make_model_judge(topic.track), "relevance")
    assert (job.state, reasons(job)) == (JobState.DONE, [])
    assert (most, fake.count) == (AT_ONCE, SEGMENTS)


def test_the_labels_are_those_of_one_call_at_a_time(
    fake: FakeModel, topic: Topic, settings: Settings
) -> None:
    fake.misbehave(
        *[status(429, after=0.01), cut(), status(500), short_list()] * 2,
        malformed(),  # no reply, and so a recorded failure
    )
    judge = make_model_judge(topic.track, "at-once")
    job = let_judge(judge, "relevance")
    assert (job.state, len(reasons(job))) == (JobState.DONE, 1)
    assert len(grades(judge)) == SEGMENTS - 1
    settings.LLM_CONCURRENCY = 1
    other = make_model_judge(topic.track, "one-at-a-time", parameters={"seed": 1})
    let_judge(other, "relevance")
    assert grades(judge).items() <= grades(other).items()
    count = fake.count
    let_judge(judge, "relevance")
    assert (fake.count, grades(judge)) == (count + 1, grades(other))


def test_equal_questions_at_once_are_paid_once(
    fake: FakeModel, topic: Topic, settings: Settings
) -> None:
    for number in range(SEGMENTS):
        run = make_run(topic.track, f"more-{number}")
        same = make_segment(topic.track, f"e{number}", "Gulls eat chips.")
        make_response(run, topic, cites=same)
    job = let_judge(make_model_judge(topic.track), "relevance")
    assert (job.state, fake.count) == (JobState.DONE, SEGMENTS + 1)
    states = set(Call.objects.values_list("state", flat=True))
    assert states == {CallState.ANSWERED}


def test_a_cancelled_job_leaves_no_call_in_flight_and_loses_no_reply(
    fake: FakeModel, topic: Topic
) -> None:
    judge = make_model_judge(topic.track)
    job = start(judge, "relevance")

    def answer(body: Body) -> str:
        if fake.count >= 2 * AT_ONCE:
            request_cancel(job.uuid, now=timezone.now())
            connection.close()  # of the server's thread
        return sensible_answer(body)

    fake.answer = answer
    cancelled = run_here(job)
    assert cancelled.state == JobState.CANCELLED
    assert not Call.objects.in_flight().exists()
    assert Call.objects.answered().count() == fake.count < SEGMENTS
    let_judge(judge, "relevance")
    assert (fake.count, len(grades(judge))) == (SEGMENTS, SEGMENTS)


def test_a_refusing_endpoint_ends_the_job_after_the_calls_in_flight(
    fake: FakeModel, topic: Topic
) -> None:
    fake.misbehave(*[status(401)] * SEGMENTS)
    job = let_judge(make_model_judge(topic.track), "relevance")
    assert job.state == JobState.FAILED
    assert "401" in job.error
    assert fake.count <= SEGMENTS
    assert not Call.objects.in_flight().exists()
