"""Workers killed at random points of every kind of a model's work."""

import time
from collections import Counter
from collections.abc import Callable
from random import Random

import pytest
from pytest_django import Settings

from jobs.bell import ring
from jobs.models import Job, JobState
from jobs.run import run_here
from llm.models import Call, CallState
from tests.fake_model import FakeModel
from tests.llm.model_jobs import MODEL_JOBS
from tests.machines import fake, model_settings, reasons
from tests.stacks.process import wait_until
from tests.stacks.worker import Worker

__all__ = ["fake"]
pytestmark = [
    pytest.mark.stack("embedded"),
    pytest.mark.broad,
    pytest.mark.django_db(transaction=True),
]

SLOW = 0.3  # seconds a reply
AT_ONCE = 2
KILLS = 4  # a job, if it lasts so long
ENOUGH = 50  # over all jobs

killed: list[str] = []


@pytest.mark.parametrize("name", MODEL_JOBS)
def test_labels_equal_an_undisturbed_run_s_and_no_answer_is_bought_twice(
    worker: Worker, fake: FakeModel, settings: Settings, name: str
) -> None:
    kind = MODEL_JOBS[name]
    track = kind.world()
    judge = kind.judge(track, "killed", 1)
    job = kind.start(judge)
    fake.delay = SLOW
    kills = killed_and_done(worker, fake, job, Random(name))  # noqa: S311 - no secret
    assert (job.state, job.error, reasons(job)) == (JobState.DONE, "", [])
    killed.extend([name] * kills)
    asked = Counter(str(body["messages"]) for body in fake.bodies)
    states = Counter(Call.objects.values_list("state", flat=True))
    assert len(asked) == states[CallState.ANSWERED]
    # What was in flight at a kill is asked again, and is on record as that; it may not
    # have been sent yet.
    assert fake.count - len(asked) <= states[CallState.INTERRUPTED] <= kills * AT_ONCE
    assert CallState.STARTED not in states
    fake.delay = 0.0
    other = kind.judge(track, "undisturbed", 2)
    calm = run_here(kind.start(other))
    assert calm.state == JobState.DONE
    assert kind.given(judge, job) == kind.given(other, calm) != []


def test_there_were_enough_kills() -> None:
    assert len(killed) >= ENOUGH, Counter(killed)


def killed_and_done(worker: Worker, fake: FakeModel, job: Job, rng: Random) -> int:
    """Kill the worker some time after it has begun a call; return how often."""
    told = {**model_settings(fake), "LLM_CONCURRENCY": str(AT_ONCE), "JOB_LEASE": "1"}
    for kills in range(KILLS + 1):
        worker.start(**told)
        if not kills:
            ring(job)
        before = fake.count
        wait(worker, lambda before=before: fake.count > before or over(job))  # type: ignore[misc]
        if kills == KILLS or job.state == JobState.DONE:
            break
        time.sleep(rng.uniform(0, 2 * SLOW))
        if over(job):
            break
        worker.kill()
    wait(worker, lambda: over(job))
    return kills


def wait(worker: Worker, until: Callable[[], bool]) -> None:
    assert worker.child is not None
    wait_until(until, child=worker.child, log=worker.log)


def over(job: Job) -> bool:
    job.refresh_from_db()
    return not job.is_unfinished
