"""A worker whose consumer died ends, despite its long jobs, and is started again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from config.celery import BROKEN, PATIENCE
from jobs.models import Job, JobState
from tests.jobs.broker import Broker
from tests.jobs.test_worker import SETTINGS, lines, make_count, state, wait
from tests.stacks.worker import Worker

pytestmark = pytest.mark.stack("production")

LONG = 600  # items: more than any test waits for


@pytest.fixture
def mortal(database_url: str, own_broker: Broker, tmp_path: Path) -> Iterator[Worker]:
    """A worker whose consumer dies with its broker."""
    made = Worker(folder=tmp_path, database=database_url, broker=own_broker.url)
    made.start(**SETTINGS, MORTAL_CONSUMER="1")
    yield made
    made.stop()


def finish(job: Job, worker: Worker) -> None:
    """Start the worker again, as its service manager does; the rest is short."""
    params = {**job.params, "items": 3, "seconds": 0}
    Job.objects.filter(pk=job.pk).update(params=params)
    worker.start(**SETTINGS)
    wait(lambda: state(job) == JobState.DONE, worker)


def test_its_jobs_go_back_to_the_queue(
    mortal: Worker, own_broker: Broker, tmp_path: Path
) -> None:
    job = make_count(tmp_path / "items", items=LONG)
    own_broker.ring(job)
    wait(lambda: len(lines(tmp_path / "items")) >= 2, mortal)
    own_broker.restart()
    wait(mortal.is_over, mortal, PATIENCE + 20)
    assert mortal.child is not None
    assert "object has no attribute 'hostname'" in mortal.log.read_text()
    assert (mortal.child.returncode, state(job)) == (BROKEN, JobState.QUEUED)
    assert job.deaths == 0
    finish(job, mortal)


def test_it_ends_even_where_a_job_does_not_stop(
    mortal: Worker, own_broker: Broker, tmp_path: Path
) -> None:
    job = make_count(tmp_path / "items", items=LONG, seconds=LONG)
    own_broker.ring(job)
    wait(lambda: state(job) == JobState.RUNNING, mortal)
    own_broker.restart()
    wait(mortal.is_over, mortal, PATIENCE + 20)
    assert mortal.child is not None
    assert (mortal.child.returncode, state(job)) == (BROKEN, JobState.RUNNING)
    finish(job, mortal)  # once its lease has ended
