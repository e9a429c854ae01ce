from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from config.registry import Taken
from jobs import actions
from jobs.kernel.deaths import MOST
from jobs.models import Job, JobState
from jobs.registry import UnknownKind, Work, job_kind
from tests.jobs.make import NOW, make_job

pytestmark = pytest.mark.both_stacks

LEASE = timedelta(seconds=30)
LATER = NOW + LEASE + timedelta(seconds=1)


def claim(job: Job, owner: str = "one", *, now: object = NOW) -> Job | None:
    return actions.claim_job(job.uuid, lease_owner=owner, now=now, lease=LEASE)  # type: ignore[arg-type]


def state(job: Job) -> str:
    job.refresh_from_db()
    return job.state


def test_it_refuses_a_kind_that_nobody_registered(db: None) -> None:
    with pytest.raises(UnknownKind, match="'dance'"):
        actions.create_job(
            "dance", scope=None, owner=None, title="", params={}, now=NOW
        )


def test_it_refuses_a_second_owner_of_a_kind(
    make_kind: Callable[[str, Work], None],
) -> None:
    make_kind("dance", claim)  # type: ignore[arg-type]
    with pytest.raises(Taken, match="dance"):
        job_kind("dance")(state)  # type: ignore[arg-type]


def test_only_the_first_claims_a_job(job: Job) -> None:
    claimed = claim(job)
    assert claimed is not None
    assert (claimed.state, claimed.attempts) == (JobState.RUNNING, 1)
    assert claim(job, "two") is None


def test_a_live_lease_is_left_alone_and_an_expired_one_taken_over(job: Job) -> None:
    claim(job)
    assert claim(job, "two", now=NOW + LEASE) is None
    taken = claim(job, "two", now=LATER)
    assert taken is not None
    assert (taken.lease_owner, taken.attempts, taken.started) == ("two", 2, NOW)


def test_a_heartbeat_keeps_the_job(job: Job) -> None:
    claim(job)
    assert actions.renew_lease(
        job.uuid, lease_owner="one", now=NOW + LEASE, lease=LEASE
    )
    assert claim(job, "two", now=LATER) is None


@pytest.mark.parametrize("ending", ["finish", "fail", "cancel", "release", "renew"])
def test_a_holder_who_lost_the_lease_changes_nothing(job: Job, ending: str) -> None:
    claim(job)
    claim(job, "two", now=LATER)
    before = Job.objects.filter(pk=job.pk).values().get()
    changed = {
        "finish": lambda: actions.finish_job(
            job.uuid, lease_owner="one", now=LATER, result={"a": 1}
        ),
        "fail": lambda: actions.fail_job(
            job.uuid, lease_owner="one", now=LATER, error="no"
        ),
        "cancel": lambda: actions.cancel_job(job.uuid, lease_owner="one", now=LATER),
        "release": lambda: actions.release_job(job.uuid, lease_owner="one"),
        "renew": lambda: actions.renew_lease(
            job.uuid, lease_owner="one", now=LATER, lease=LEASE
        ),
    }[ending]()
    assert not changed
    assert Job.objects.filter(pk=job.pk).values().get() == before


def left_by_a_dead_worker(job: Job, *, deaths: int) -> None:
    """Put a job into the state that a dead worker leaves, with earlier deaths."""
    claim(job)
    Job.objects.filter(pk=job.pk).update(deaths=deaths)


def test_it_gives_up_a_job_whose_workers_keep_dying(job: Job) -> None:
    left_by_a_dead_worker(job, deaths=MOST - 1)
    assert claim(job, now=LATER) is None
    assert state(job) == JobState.FAILED
    assert "5 times while it ran this job alone" in job.error


def test_a_job_is_a_suspect_after_the_second_death_and_given_to_nobody_in_company(
    job: Job,
) -> None:
    claim(job)
    assert not actions.must_be_alone(job.uuid, now=LATER)
    left_by_a_dead_worker(job, deaths=1)
    assert actions.must_be_alone(job.uuid, now=LATER)
    given = actions.claim_job(
        job.uuid, lease_owner="two", now=LATER, lease=LEASE, alone=False
    )
    assert given is None
    taken = claim(job, "two", now=LATER)
    assert taken is not None
    assert taken.deaths == 2


def test_a_suspect_that_gets_further_is_not_given_up(job: Job) -> None:
    left_by_a_dead_worker(job, deaths=MOST - 1)
    Job.objects.filter(pk=job.pk).update(steps_done=6, steps_total=10, least_left=5)
    taken = claim(job, now=LATER)
    assert taken is not None
    assert (taken.deaths, taken.least_left) == (2, 4)


def test_a_job_that_is_handed_back_has_not_died(job: Job) -> None:
    claim(job)
    actions.release_job(job.uuid, lease_owner="one")
    again = claim(job)
    assert again is not None
    assert again.deaths == 0


def test_it_cancels_a_waiting_job_at_once(job: Job) -> None:
    actions.request_cancel(job.uuid, now=NOW)
    assert state(job) == JobState.CANCELLED
    assert claim(job) is None


def test_it_asks_the_holder_of_a_running_job_to_stop(job: Job) -> None:
    claim(job)
    actions.request_cancel(job.uuid, now=NOW)
    assert state(job) == JobState.RUNNING
    assert job.cancel_requested_at == NOW


def test_it_cancels_at_once_what_a_dead_worker_held(job: Job) -> None:
    claim(job)
    actions.request_cancel(job.uuid, now=LATER)
    assert state(job) == JobState.CANCELLED


def test_cancelling_a_finished_job_changes_nothing(job: Job) -> None:
    claim(job)
    actions.finish_job(job.uuid, lease_owner="one", now=NOW, result={"made": 3})
    actions.request_cancel(job.uuid, now=LATER)
    assert state(job) == JobState.DONE
    assert (job.result, job.cancel_requested_at) == ({"made": 3}, None)


def test_it_queues_a_failed_job_again_as_new(job: Job) -> None:
    claim(job)
    actions.fail_job(job.uuid, lease_owner="one", now=NOW, error="no")
    actions.retry_job(job, by=None)
    assert state(job) == JobState.QUEUED
    assert (job.error, job.finished, job.attempts, job.deaths) == ("", None, 0, 0)


def test_it_retries_a_done_job_only_where_items_failed(job: Job) -> None:
    claimed = claim(job)
    assert claimed is not None
    actions.record_failure(claimed, subject="topic 14", reason="no list", now=NOW)
    actions.finish_job(job.uuid, lease_owner="one", now=NOW, result={})
    actions.retry_job(job, by=None)
    assert state(job) == JobState.QUEUED
    claim(job)
    assert not job.failures.exists()
    actions.finish_job(job.uuid, lease_owner="one", now=NOW, result={})
    with pytest.raises(actions.NotRetryable):
        actions.retry_job(job, by=None)


@pytest.mark.parametrize("held", [True, False])
def test_it_does_not_retry_unfinished_work(job: Job, held: bool) -> None:
    if held:
        claim(job)
    with pytest.raises(actions.NotRetryable):
        actions.retry_job(job, by=None)


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("job_state_is_known", {"state": "lost"}),
        ("running_job_has_a_lease", {"state": "running"}),
        ("only_a_running_job_has_a_lease", {"lease_owner": "one"}),
        ("only_a_finished_job_has_an_end", {"finished": NOW}),
        ("only_a_finished_job_has_an_end", {"state": "done"}),
    ],
)
def test_the_database_refuses_an_impossible_job(
    job: Job, name: str, fields: dict[str, object]
) -> None:
    with pytest.raises(IntegrityError, match=name), transaction.atomic():
        Job.objects.filter(pk=job.pk).update(**fields)


def test_it_counts_the_failed_items_of_each_job(job: Job) -> None:
    actions.record_failure(job, subject="a", reason="b", now=NOW)
    actions.record_failure(job, subject="c", reason="d", now=NOW)
    other = make_job()
    counted = Job.objects.with_failure_count()
    counts = {row.uuid: vars(row)["failed_items"] for row in counted}
    assert counts == {job.uuid: 2, other.uuid: 0}
    assert counted.unfinished().count() == 2


def test_it_keeps_what_no_database_could_hold(job: Job) -> None:
    actions.record_failure(job, subject="a\x00b", reason="c\ud800d", now=NOW)
    assert str(job.failures.get()) == "a�b: c?d"
