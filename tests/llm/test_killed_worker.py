"""A worker killed while it waits for a model, and started again."""

from collections import Counter
from collections.abc import Callable

import pytest

from jobs.actions import create_job
from jobs.bell import ring
from jobs.models import Job, JobState
from llm.models import Call, CallState
from tests.fake_model import FakeModel
from tests.jobs.counter.job_kinds import ask_many  # noqa: F401  (registers the kind)
from tests.jobs.make import NOW
from tests.stacks.process import wait_until
from tests.stacks.worker import Worker

pytestmark = pytest.mark.stack("embedded")

ITEMS = 8


def test_a_kill_repeats_no_finished_call(worker: Worker, fake: FakeModel) -> None:
    fake.delay = 0.3
    settings = {
        "DJANGO_SETTINGS_MODULE": "tests.jobs.worker_settings",
        "JOB_LEASE": "2",
        "LLM_ENDPOINT": fake.url,
        "LLM_KEY": "any",
        "LLM_MODEL": "fake-1",
    }
    worker.start(**settings)
    job = create_job(
        "ask", scope=None, owner=None, title="Ask", params={"items": ITEMS}, now=NOW
    )
    ring(job)
    wait(lambda: fake.count == 4, worker)
    worker.kill()
    in_flight = Call.objects.in_flight().count()
    worker.start(**settings)
    wait(lambda: ended(job), worker)
    assert (job.state, job.attempts) == (JobState.DONE, 2)
    assert fake.count == ITEMS + in_flight
    states = Counter(Call.objects.values_list("state", flat=True))
    assert states[CallState.ANSWERED] == ITEMS
    assert states[CallState.INTERRUPTED] == in_flight == 1


def wait(until: Callable[[], bool], worker: Worker) -> None:
    assert worker.child is not None
    wait_until(until, child=worker.child, log=worker.log)


def ended(job: Job) -> bool:
    job.refresh_from_db()
    return not job.is_unfinished
