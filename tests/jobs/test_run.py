import threading
from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from jobs import actions
from jobs.kernel.deaths import MOST
from jobs.models import Job, JobState
from jobs.registry import JobError, Work
from jobs.run import (
    AlreadyClaimed,
    LostLease,
    Running,
    Stopping,
    claim,
    execute,
    run_here,
    stopping,
)
from llm.client import ModelNotSet
from tests.jobs.make import NOW, make_job

pytestmark = pytest.mark.both_stacks

MakeKind = Callable[..., None]


@pytest.fixture
def run(db: None, make_kind: MakeKind) -> Callable[[Work], Job]:
    """Return a function that runs work as a job and returns the finished job."""

    def run_work(work: Work) -> Job:
        make_kind("work", work)
        return run_here(make_job(kind="work"))

    return run_work


def test_it_keeps_the_result_and_the_last_step(run: Callable[[Work], Job]) -> None:
    def work(job: Running) -> dict[str, object]:
        for done in range(1, 8):
            job.step(done, 9, f"topic {done}")
        return {"nuggets": 12}

    job = run(work)
    assert (job.state, job.result) == (JobState.DONE, {"nuggets": 12})
    assert (job.steps_done, job.steps_total, job.message) == (7, 9, "topic 7")
    assert job.finished is not None


def test_it_reports_each_step_to_a_command(db: None, make_kind: MakeKind) -> None:
    def work(job: Running) -> None:
        job.step(1, None, "one")
        job.step(2, None, "two")

    make_kind("work", work)
    heard: list[tuple[int, int | None, str]] = []
    run_here(make_job(kind="work"), lambda *step: heard.append(step))
    assert heard == [(1, None, "one"), (2, None, "two")]


def test_it_lists_failed_items_and_goes_on(run: Callable[[Work], Job]) -> None:
    job = run(lambda running: running.failure("topic 14", "no list in the reply"))
    assert job.state == JobState.DONE
    assert [str(failure) for failure in job.failures.all()] == [
        "topic 14: no list in the reply"
    ]


def test_it_shows_the_sentence_of_a_job_error(run: Callable[[Work], Job]) -> None:
    def work(_job: Running) -> None:
        raise JobError("The track has no qrels.")

    job = run(work)
    assert (job.state, job.error) == (JobState.FAILED, "The track has no qrels.")


def test_it_shows_the_sentence_of_an_exception_that_is_one(
    run: Callable[[Work], Job],
) -> None:
    def work(_job: Running) -> None:
        raise ModelNotSet("Set LLM_KEY.")

    assert run(work).error == "Set LLM_KEY."


def test_it_fails_the_job_on_any_other_exception(run: Callable[[Work], Job]) -> None:
    job = run(lambda running: {"third": [1, 2][int(str(running.params.get("x", 2)))]})
    assert job.state == JobState.FAILED
    assert job.error == "IndexError: list index out of range"


def test_it_stops_where_someone_cancelled(run: Callable[[Work], Job]) -> None:
    def work(job: Running) -> None:
        actions.request_cancel(job.uuid, now=timezone.now())
        job.check()
        raise AssertionError

    assert run(work).state == JobState.CANCELLED


def test_it_stops_and_writes_nothing_once_another_holds_it(
    run: Callable[[Work], Job],
) -> None:
    def work(job: Running) -> dict[str, object]:
        take_over(job)
        for question in (job.check, job.fence):
            with pytest.raises(LostLease):
                question()
        job.step(5, 5, "mine")
        return {"mine": True}

    job = run(work)
    assert (job.state, job.lease_owner) == (JobState.RUNNING, "another")
    assert (job.result, job.message) == ({}, "")


def take_over(job: Running) -> None:
    lease = timedelta(minutes=1)
    late = timezone.now() + timedelta(hours=1)
    assert actions.claim_job(job.uuid, lease_owner="another", now=late, lease=lease)


def test_an_interrupted_command_cancels_its_job(db: None, make_kind: MakeKind) -> None:
    def work(_job: Running) -> None:
        raise KeyboardInterrupt

    make_kind("work", work)
    job = make_job(kind="work")
    with pytest.raises(KeyboardInterrupt):
        run_here(job)
    job.refresh_from_db()
    assert job.state == JobState.CANCELLED


@pytest.mark.parametrize(
    ("deaths", "state"),
    [(1, JobState.CANCELLED), (MOST, JobState.FAILED)],
)
def test_what_a_dead_worker_left_is_undone_before_the_job_ends(
    db: None, make_kind: MakeKind, deaths: int, state: JobState
) -> None:
    did: list[str] = []
    make_kind("work", lambda _: did.append("work"), lambda _: did.append("undo"))
    job = make_job(kind="work", started=NOW, deaths=deaths)
    if state == JobState.CANCELLED:
        actions.request_cancel(job.uuid, now=NOW)
    assert run_here(job).state == state
    assert did == ["undo"]


def test_what_was_never_begun_is_cancelled_at_once(
    db: None, make_kind: MakeKind
) -> None:
    make_kind("work", lambda _: None, lambda _: None)
    job = make_job(kind="work")
    actions.request_cancel(job.uuid, now=NOW)
    job.refresh_from_db()
    assert job.state == JobState.CANCELLED


@pytest.mark.parametrize("error", [LostLease(), Stopping()], ids=repr)
def test_it_undoes_nothing_that_another_holder_goes_on_with(
    db: None, make_kind: MakeKind, error: Exception
) -> None:
    did: list[str] = []

    def work(_job: Running) -> None:
        raise error

    make_kind("work", work, lambda _: did.append("undo"))
    run_here(make_job(kind="work"))
    assert did == []


@pytest.fixture
def _stopping() -> Iterator[None]:
    stopping.set()
    yield
    stopping.clear()


@pytest.mark.usefixtures("_stopping")
def test_a_worker_that_stops_hands_its_job_back(run: Callable[[Work], Job]) -> None:
    job = run(lambda running: running.check())
    assert (job.state, job.attempts) == (JobState.QUEUED, 0)


def test_it_refuses_to_run_a_job_that_runs_elsewhere(job: Job) -> None:
    assert claim(job.uuid) is not None
    with pytest.raises(AlreadyClaimed, match="Draft nuggets"):
        run_here(job)


@pytest.mark.django_db(transaction=True)
def test_the_heart_beats_while_the_work_is_busy(
    make_kind: MakeKind, settings: Settings
) -> None:
    settings.JOB_LEASE = 0.3
    seen: list[bool] = []

    def work(job: Running) -> None:
        threading.Event().wait(0.8)
        seen.append(Job.objects.claimable(timezone.now()).exists())
        job.check()

    make_kind("work", work)
    running = claim(make_job(kind="work").uuid)
    assert running is not None
    execute(running)
    assert seen == [False]
    assert Job.objects.get().state == JobState.DONE
