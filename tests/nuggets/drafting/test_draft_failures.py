"""Drafts that fail, and those that are tried again."""

import pytest

from assess.judging.machine.readiness import NotReady
from assess.judging.models import Judge
from jobs.actions import retry_job
from jobs.models import Job, JobState
from jobs.run import run_here
from llm.models import Call
from nuggets.drafting.actions import AnotherDraft
from nuggets.kernel.drafting import NOTHING_NEW
from nuggets.models import Bank
from runs.models import Track
from tests.fake_answers import places, sensible_answer
from tests.fake_model import FakeModel, status
from tests.machines import draft, make_baseline, make_model_judge, reasons
from tests.make import make_bank, make_topic
from tests.nuggets.drafting.relevant import (
    CREATE,
    WEIGH,
    asked,
    listings,
    make_relevant,
)

pytestmark = pytest.mark.both_stacks


def test_a_reply_of_the_wrong_length_is_asked_again_then_fails_the_topic(
    fake: FakeModel, track: Track, qrels: Judge
) -> None:
    topic, other = make_topic(track), make_topic(track, "15", "Why does ice float?")
    make_relevant(topic, qrels, 1)
    make_relevant(other, qrels, 1)

    def answer(body: dict[str, object]) -> str:
        shown = places(body)
        wrong = set(shown) == set(WEIGH) and shown["query"] == topic.text
        return '["vital"]' if wrong else sensible_answer(body)

    fake.answer = answer
    job = run_here(draft(make_model_judge(track), qrels))
    (failure,) = job.failures.all()
    assert failure.subject == "Topic 14"
    assert "2 labels were asked for, the reply has 1" in failure.reason
    assert listings("auto", topic) == []
    assert len(listings("auto", other)) == 2


def test_a_window_without_a_new_nugget_fails_no_topic(
    fake: FakeModel, track: Track, qrels: Judge
) -> None:
    topic = make_topic(track)
    make_relevant(topic, qrels, 12)

    def answer(body: dict[str, object]) -> str:
        shown = places(body)
        second = set(shown) == set(CREATE) and shown["nuggets"] != "[]"
        return "[]" if second else sensible_answer(body)

    fake.answer = answer
    job = run_here(draft(make_model_judge(track), qrels))
    assert reasons(job) == []
    assert len(listings("auto", topic)) == 20
    assert job.result["replies with an empty list, read as no new nugget"] == 1
    kept = Call.objects.exclude(forgiven=[])
    assert [call.forgiven for call in kept] == [[NOTHING_NEW]]


def test_a_topic_without_any_nugget_is_a_failure(
    fake: FakeModel, track: Track, qrels: Judge
) -> None:
    make_relevant(make_topic(track), qrels, 12)
    fake.answer = lambda _body: "[]"
    job = run_here(draft(make_model_judge(track), qrels))
    assert reasons(job) == ["No nugget was found in its segments."]
    assert fake.count == 2


def test_a_retry_repeats_no_answered_call(
    fake: FakeModel, track: Track, qrels: Judge
) -> None:
    topic = make_topic(track)
    make_relevant(topic, qrels, 12)
    model = make_model_judge(track)
    fake.answer = lambda body: (
        "no" if set(places(body)) == set(WEIGH) else sensible_answer(body)
    )
    job = run_here(draft(model, qrels))
    assert len(reasons(job)) == 1
    assert fake.count == 2 + 3
    fake.answer = sensible_answer
    retry_job(job, by=None)
    job.refresh_from_db()
    assert reasons(run_here(job)) == []
    assert len(asked(fake, *CREATE)) == 2
    assert len(listings("auto", topic)) == 24


def test_a_refusing_endpoint_ends_the_draft(
    fake: FakeModel, track: Track, qrels: Judge
) -> None:
    make_relevant(make_topic(track), qrels, 1)
    fake.misbehave(status(401))
    job = run_here(draft(make_model_judge(track), qrels))
    assert (job.state, fake.count) == (JobState.FAILED, 1)
    assert "401" in job.error


def test_a_taken_name_is_refused(track: Track, qrels: Judge) -> None:
    make_bank(track, "auto")
    drafter = make_baseline(track, baseline="extractive")
    with pytest.raises(AnotherDraft, match="There is a bank auto already"):
        draft(drafter, qrels)
    assert not Job.objects.exists()


def test_a_draft_that_came_to_nothing_leaves_its_name_free(
    fake: FakeModel, track: Track, qrels: Judge
) -> None:
    make_relevant(make_topic(track), qrels, 1)
    first, second = make_model_judge(track), make_model_judge(track, "model-b")
    fake.misbehave(status(401))
    waiting = draft(first, qrels)
    with pytest.raises(AnotherDraft, match="drafted by model-a"):
        draft(second, qrels)
    run_here(waiting)
    run_here(draft(second, qrels))
    assert Bank.objects.visible().get().drafted_by == second


def test_the_word_overlap_baseline_cannot_draft(track: Track, qrels: Judge) -> None:
    with pytest.raises(NotReady, match="extractive"):
        draft(make_baseline(track), qrels)
