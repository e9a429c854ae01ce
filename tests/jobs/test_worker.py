"""A real worker process, killed in the middle of a job."""

import json
import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from jobs.actions import create_job
from jobs.bell import ring
from jobs.kernel.deaths import MOST, SHARED
from jobs.models import Job, JobState
from tests.jobs.counter.job_kinds import count  # noqa: F401  (registers the kinds)
from tests.jobs.make import NOW
from tests.stacks.worker import Worker

pytestmark = pytest.mark.stack("production")

LEASE = "2"
ITEMS = 12
SETTINGS = {"DJANGO_SETTINGS_MODULE": "tests.jobs.worker_settings", "JOB_LEASE": LEASE}


def make_count(file: Path, *, items: int = ITEMS, seconds: float = 0.15) -> Job:
    params = {"file": str(file), "items": items, "seconds": seconds}
    return create_job(
        "count", scope=None, owner=None, title="Count", params=params, now=NOW
    )


def lines(file: Path) -> list[str]:
    return file.read_text().split() if file.exists() else []


def wait(until: Callable[[], bool], worker: Worker, seconds: float = 30) -> None:
    end = time.monotonic() + seconds
    while not until():
        assert time.monotonic() < end, worker.tail
        time.sleep(0.05)


def state(job: Job) -> str:
    job.refresh_from_db()
    return job.state


def test_a_killed_worker_loses_nothing_and_repeats_nothing(
    worker: Worker, tmp_path: Path
) -> None:
    worker.start(**SETTINGS)
    file = tmp_path / "items"
    job = make_count(file)
    ring(job)
    wait(lambda: len(lines(file)) >= 4, worker)
    worker.kill()
    assert state(job) == JobState.RUNNING
    worker.start(**SETTINGS)
    wait(lambda: state(job) != JobState.RUNNING, worker)
    assert (job.state, job.error, job.attempts) == (JobState.DONE, "", 2)
    assert lines(file) == [str(item) for item in range(ITEMS)]


def test_a_worker_finds_work_whose_bell_was_never_heard(
    worker: Worker, tmp_path: Path
) -> None:
    job = make_count(tmp_path / "items", items=2, seconds=0.01)
    worker.start(**SETTINGS)
    wait(lambda: state(job) == JobState.DONE, worker)


def test_a_running_worker_takes_over_what_another_dropped(
    worker: Worker, tmp_path: Path
) -> None:
    worker.start(**SETTINGS)
    job = make_count(tmp_path / "items", items=2, seconds=0.01)
    Job.objects.filter(pk=job.pk).update(
        state=JobState.RUNNING, lease_owner="dead", lease_until=NOW, attempts=1
    )
    wait(lambda: state(job) == JobState.DONE, worker)
    assert job.attempts == 2


def test_a_worker_stopped_in_good_order_hands_its_job_back(
    worker: Worker, tmp_path: Path
) -> None:
    worker.start(**SETTINGS)
    file = tmp_path / "items"
    job = make_count(file, items=100)
    ring(job)
    wait(lambda: len(lines(file)) >= 2, worker)
    worker.stop()
    assert (state(job), job.attempts) == (JobState.QUEUED, 0), worker.tail


@pytest.mark.parametrize("held", [True, False])
def test_a_cancelled_job_does_no_more(
    worker: Worker, tmp_path: Path, held: bool
) -> None:
    from django.utils import timezone

    from jobs.actions import request_cancel

    file = tmp_path / "items"
    job = make_count(file, items=100)
    if held:
        worker.start(**SETTINGS)
        ring(job)
        wait(lambda: len(lines(file)) >= 2, worker)
    request_cancel(job.uuid, now=timezone.now())
    wait(lambda: state(job) == JobState.CANCELLED, worker)
    assert len(lines(file)) < 100


def test_a_job_that_kills_its_worker_takes_no_neighbour_with_it(
    worker: Worker, tmp_path: Path
) -> None:
    file = tmp_path / "items"
    killer = create_job(
        "kill", scope=None, owner=None, title="Kill", params={"looks": 40}, now=NOW
    )
    # So long that it cannot end before the other job kills it.
    innocent = make_count(file, items=4, seconds=2)
    for _ in range(SHARED):
        worker.start(**SETTINGS)
        wait(worker.is_over, worker)
    params = {**innocent.params, "seconds": 0}
    Job.objects.filter(pk=innocent.pk).update(params=params)
    Job.objects.filter(pk=killer.pk).update(deaths=MOST - 2)

    def ended() -> bool:
        return {state(killer), state(innocent)} == {JobState.FAILED, JobState.DONE}

    while not ended():
        worker.start(**SETTINGS)
        wait(lambda: ended() or worker.is_over(), worker)
    assert (innocent.state, innocent.deaths) == (JobState.DONE, SHARED)
    assert lines(file) == [str(item) for item in range(4)]
    assert "while it ran this job alone" in killer.error


def test_its_log_is_json_that_names_the_job_and_quotes_nobody(
    worker: Worker, tmp_path: Path
) -> None:
    text = "what a person wrote"
    job = create_job(
        "fail", scope=None, owner=None, title="Fail", params={"text": text}, now=NOW
    )
    worker.start(**SETTINGS, LOG_FORMAT="json", LLM_KEY="sk-very-secret-key")
    wait(lambda: state(job) == JobState.FAILED, worker)
    wait(lambda: worker.said("failed.") > 0, worker)
    log = worker.log.read_text()
    lines = [json.loads(line) for line in log.splitlines() if line.startswith("{")]
    [told] = [line for line in lines if "failed." in line["message"]]
    assert told["job"] == str(job.uuid)
    assert told["level"] == "ERROR"
    assert "in fail" in told["exc_info"]
    assert text not in log
    assert "sk-very-secret-key" not in log
    assert os.environ["SECRET_KEY"] not in log
