"""Everything recovers by itself: jobs without a database, workers without a broker."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from unittest.mock import patch

import psycopg
import pytest
from django.db import connection
from django.utils import timezone

from config.clock import database_now
from jobs.kernel.deaths import MOST
from jobs.models import Job, JobState
from jobs.run import Running, claim, run_here
from tests.jobs.broker import Broker
from tests.jobs.make import make_job
from tests.jobs.test_worker import SETTINGS, make_count, state, wait
from tests.stacks.worker import ROOT, Worker

pytestmark = pytest.mark.stack("production")
MakeKind = Callable[..., None]
RING = """
import threading
from jobs.models import Job
from jobs.bell import ring
ring(Job.objects.get())
print(*(each.name for each in threading.enumerate() if each.name == "bell"))
"""


def cut_off() -> None:
    """Lose the connection, as when the server is restarted."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(pg_backend_pid())")


def cut_off_by_the_driver() -> None:
    """Fail as the end of an iterator does: with the driver's error, not Django's."""
    psycopg.connect("host=127.0.0.1 port=1 user=assay dbname=assay")


@pytest.mark.parametrize("cut_off", [cut_off, cut_off_by_the_driver])
@pytest.mark.django_db(transaction=True)
def test_a_job_that_lost_the_database_goes_back_to_the_queue(
    make_kind: MakeKind, cut_off: Callable[[], None]
) -> None:
    tries: list[int] = []
    undone: list[object] = []

    def work(_job: Running) -> None:
        tries.append(1)
        if len(tries) == 1:
            cut_off()

    make_kind("work", work, undo=undone.append)
    job = run_here(make_job(kind="work"))
    assert (job.state, job.error, job.deaths) == (JobState.QUEUED, "", 1)
    assert run_here(job).state == JobState.DONE
    assert (len(tries), undone) == (2, [])


@pytest.mark.django_db(transaction=True)
def test_a_job_that_breaks_every_connection_is_given_up(make_kind: MakeKind) -> None:
    make_kind("work", lambda _job: cut_off())
    job = make_job(kind="work")
    for _ in range(MOST):
        assert run_here(job).state == JobState.QUEUED
    assert claim(job.uuid) is None
    job.refresh_from_db()
    assert job.state == JobState.FAILED
    assert "lost the database" in job.error


@pytest.mark.django_db(transaction=True)
def test_deaths_with_progress_between_them_never_give_a_job_up(
    make_kind: MakeKind,
) -> None:
    rounds = 2 * MOST
    tries: list[int] = []

    def work(job: Running) -> None:
        tries.append(1)
        job.step(len(tries), rounds)
        job.flush()
        if len(tries) < rounds:
            cut_off()

    make_kind("work", work)
    job = make_job(kind="work")
    for _ in range(rounds - 1):
        assert run_here(job).state == JobState.QUEUED
    assert run_here(job).state == JobState.DONE


@pytest.mark.parametrize("hours", [1, -1])
def test_a_host_with_a_wrong_clock_takes_nobody_s_job(
    db: None, make_kind: MakeKind, hours: int
) -> None:
    make_kind("work", lambda _job: None)
    held = claim(make_job(kind="work").uuid)
    assert held is not None
    wrong = timezone.now() + timedelta(hours=hours)
    with patch("django.utils.timezone.now", return_value=wrong):
        assert claim(held.uuid) is None
        dead = make_job(kind="work")
        mine = claim(dead.uuid)
        assert mine is not None
        held.fence()
    for job in Job.objects.all():
        assert job.lease_until is not None
        assert abs(job.lease_until - database_now()) < timedelta(minutes=5)


@pytest.fixture
def mute() -> Iterator[str]:
    """The address of a broker that accepts connections and never responds."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield f"redis://127.0.0.1:{server.getsockname()[1]}/0"


@pytest.mark.django_db(transaction=True)
def test_nobody_waits_for_a_broker_that_never_answers(
    mute: str, make_kind: MakeKind, database_url: str
) -> None:
    make_kind("work", lambda _job: None)
    make_job(kind="work")
    said = subprocess.run(
        [sys.executable, "manage.py", "shell", "-v0", "-c", RING],
        env={**os.environ, "DATABASE_URL": database_url, "REDIS_URL": mute},
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert said.stdout.split() == ["bell"]  # which waits in place of the request
    assert "the broker is away" in said.stderr


@pytest.fixture
def workers(
    database_url: str, tmp_path: Path, own_broker: Broker
) -> Iterator[list[Worker]]:
    made = []
    for number in range(3):
        folder = tmp_path / str(number)
        folder.mkdir()
        made.append(Worker(folder=folder, database=database_url, broker=own_broker.url))
    yield made
    for each in made:
        each.stop()


@pytest.mark.parametrize("kills", [2, pytest.param(50, marks=pytest.mark.broad)])
def test_workers_take_jobs_again_after_each_death_of_the_broker(
    workers: list[Worker], own_broker: Broker, tmp_path: Path, kills: int
) -> None:
    for each in workers:
        each.start(**SETTINGS)
    for kill in range(kills):
        for number in range(6):
            own_broker.ring(make_count(tmp_path / f"{kill}-{number}", items=20))
        wait(running, workers[0])
        own_broker.restart()
        wait(lambda: started_again(workers, own_broker) == len(workers), workers[0], 60)
    wait(lambda: not Job.objects.unfinished().exists(), workers[0], 600)
    ends = Job.objects.values_list("state", "steps_done", "error")
    assert set(ends) == {(JobState.DONE, 20, "")}


def test_a_worker_takes_jobs_again_after_a_broker_that_hung(
    workers: list[Worker], own_broker: Broker, tmp_path: Path
) -> None:
    one = workers[0]
    one.start(**SETTINGS)
    child = one.child
    under_way = make_count(tmp_path / "under way", items=10)
    own_broker.ring(under_way)
    wait(running, one)
    own_broker.hang()
    missed = make_count(tmp_path / "missed", items=2)
    # Its own messages have waited as long as they can, several times.
    wait(lambda: one.said("the broker is away") > 2, one, 60)
    assert (state(under_way), state(missed)) == (JobState.DONE, JobState.QUEUED)
    own_broker.go_on()
    later = make_count(tmp_path / "later", items=2)
    own_broker.ring(later)
    wait(lambda: {state(missed), state(later)} == {JobState.DONE}, one, 60)
    assert one.child is child
    assert not one.is_over()


def running() -> bool:
    return Job.objects.filter(state=JobState.RUNNING).exists()


def started_again(workers: list[Worker], own_broker: Broker) -> int:
    """Start ended workers again, as service managers do; return how many listen."""
    for each in workers:
        if each.is_over():
            each.start(**SETTINGS)
    return own_broker.listeners()
