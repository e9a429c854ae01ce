"""A worker killed in the middle of a draft or of judging, and started again."""

from collections import Counter
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from assess.judging.labels.batches import record_labels
from assess.judging.labels.writer import NewLabel
from assess.judging.models import Change, Judge
from assess.kinds.relevance.kind import RELEVANCE
from jobs.bell import ring
from jobs.models import Job, JobState
from llm.models import Call, CallState
from nuggets.models import AssignmentLabel, BankVersion, Listing
from runs.models import Topic, Track
from tests.fake_model import FakeModel
from tests.machines import draft, fake, make_model_judge, model_settings, start
from tests.make import (
    NOW,
    make_bank,
    make_judge,
    make_response,
    make_run,
    make_segment,
    make_topic,
    make_track,
    make_version,
)
from tests.stacks.process import wait_until
from tests.stacks.worker import Worker

__all__ = ["fake"]

SLOW = 0.3  # seconds per reply, so that a kill interrupts a call


@pytest.fixture
def track(transactional_db: None) -> Track:
    """A track that other processes can see."""
    return make_track()


def test_a_kill_in_a_draft_loses_nothing_and_repeats_no_finished_call(
    worker: Worker, fake: FakeModel, track: Track
) -> None:
    qrels = make_judge(track, "nist", kind=Judge.IMPORT)
    topics = [make_topic(track, str(n), f"Question number {n}?") for n in range(3)]
    for topic in topics:
        make_relevant(topic, qrels, 12)
    killed_and_done(worker, fake, draft(make_model_judge(track), qrels), kill_at=9)
    versions = BankVersion.objects.filter(bank__name="auto")
    assert set(versions.values_list("topic", flat=True)) == {t.pk for t in topics}
    assert versions.count() == len(topics)
    listed = Counter(Listing.objects.values_list("version__topic", flat=True))
    assert set(listed.values()) == {12}


def test_a_kill_in_judging_loses_nothing_and_repeats_no_finished_call(
    worker: Worker, fake: FakeModel, track: Track
) -> None:
    topic = make_topic(track)
    bank = make_bank(track)
    make_version(bank, topic, [f"nugget {n}" for n in range(25)])
    for number in range(4):
        run = make_run(track, f"run-{number}")
        make_response(run, topic, [f"Answer {number} says nugget {number}."])
    judge = make_model_judge(track)
    killed_and_done(worker, fake, start(judge, "assignment", bank), kill_at=5)
    assert fake.count == 4 * 3 + 1
    labels = AssignmentLabel.objects.filter(judge=judge)
    assert labels.count() == 4 * 25
    assert Change.objects.filter(judge=judge).count() == 4 * 25


def make_relevant(topic: Topic, qrels: Judge, number: int) -> None:
    """Make segments of one sentence each that the judge found relevant."""
    segments = [
        make_segment(topic.track, f"{topic}-{n:02}", f"Fact {n} of topic {topic}.")
        for n in range(number)
    ]
    labels = [NewLabel((topic.pk, segment.pk), "1") for segment in segments]
    record_labels(RELEVANCE, qrels, labels, now=NOW)


def killed_and_done(worker: Worker, fake: FakeModel, job: Job, *, kill_at: int) -> None:
    """Kill the worker during a call, start it again, and check the repeated calls."""
    fake.delay = SLOW
    worker.start(**model_settings(fake))
    ring(job)
    wait(lambda: fake.count == kill_at, worker)
    worker.kill()
    in_flight = Call.objects.in_flight().count()
    answered = Call.objects.answered().count()
    assert (in_flight, answered) == (1, kill_at - 1)
    worker.start(**model_settings(fake))
    wait(lambda: ended(job), worker)
    assert (job.state, job.error, job.attempts) == (JobState.DONE, "", 2)
    assert not job.failures.exists()
    asked = Counter(str(body["messages"]) for body in fake.bodies)
    assert sorted(asked.values())[-2:] == [1, 2]
    assert fake.count == Call.objects.answered().count() + in_flight
    states = Counter(Call.objects.values_list("state", flat=True))
    assert states[CallState.INTERRUPTED] == in_flight
    assert CallState.STARTED not in states
    later = timezone.now() + timedelta(days=1)
    assert not Job.objects.claimable(later).exists()


def wait(until: Callable[[], bool], worker: Worker) -> None:
    assert worker.child is not None
    wait_until(until, child=worker.child, log=worker.log)


def ended(job: Job) -> bool:
    job.refresh_from_db()
    return not job.is_unfinished
