import os
import subprocess
import sys
import threading
from collections.abc import Callable
from uuid import UUID

import pytest
import redis
from django.db import transaction
from pytest_django import DjangoCaptureOnCommitCallbacks

from jobs.bell import ring
from jobs.models import Job, JobState
from jobs.registry import Work
from jobs.sweeper import RINGS_A_SWEEP, sweep
from jobs.tasks import run_job
from tests.jobs.make import NOW, make_job
from tests.stacks.worker import ROOT

pytestmark = pytest.mark.stack("embedded")

RING = (
    "from jobs.models import Job; from jobs.bell import ring; ring(Job.objects.get())"
)


def test_it_rings_only_once_the_job_is_committed(
    job: Job,
    broker: redis.Redis,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    with django_capture_on_commit_callbacks(execute=True), transaction.atomic():
        ring(job)
        assert broker.llen("celery") == 0
    for bell in [each for each in threading.enumerate() if each.name == "bell"]:
        bell.join()
    assert broker.llen("celery") == 1


def test_a_job_stays_queued_when_the_broker_is_away(
    job: Job, database_url: str
) -> None:
    away = {"DATABASE_URL": database_url, "REDIS_URL": "redis://127.0.0.1:1/0"}
    said = subprocess.run(
        [sys.executable, "manage.py", "shell", "-v0", "-c", RING],
        env={**os.environ, **away},
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    job.refresh_from_db()
    assert job.state == JobState.QUEUED
    assert "the broker is away" in said.stderr


def test_ringing_twice_runs_a_job_once(
    db: None, make_kind: Callable[[str, Work], None]
) -> None:
    runs: list[UUID] = []
    make_kind("work", lambda job: runs.append(job.uuid))
    job = make_job(kind="work")
    run_job(str(job.uuid))
    run_job(str(job.uuid))
    assert runs == [job.uuid]


def test_a_sweep_rings_for_the_oldest_that_nobody_holds(job: Job) -> None:
    make_job(state=JobState.DONE, finished=NOW)
    dead = make_job(state=JobState.RUNNING, lease_owner="dead", lease_until=NOW)
    heard: list[UUID] = []
    assert sweep(heard.append) == 2
    assert set(heard) == {job.uuid, dead.uuid}


def test_a_sweep_is_bounded(job: Job) -> None:
    for _ in range(RINGS_A_SWEEP):
        make_job()
    heard: list[UUID] = []
    assert sweep(heard.append) == RINGS_A_SWEEP
    assert heard[0] == job.uuid
