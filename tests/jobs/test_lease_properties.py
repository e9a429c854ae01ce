"""All interleavings of two workers, a clock and a person with a cancel button."""

from datetime import timedelta
from uuid import UUID

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    MultipleResults,
    RuleBasedStateMachine,
    invariant,
    multiple,
    rule,
    run_state_machine_as_test,
)

from jobs import actions
from jobs.kernel.deaths import MOST
from jobs.models import FINISHED, Job, JobState
from tests.jobs.make import NOW, make_job

pytestmark = pytest.mark.both_stacks

LEASE = timedelta(seconds=30)


class Leases(RuleBasedStateMachine):
    """Each claim is a holder; at most one of them can still change the job."""

    claims: Bundle[str] = Bundle("claims")

    def __init__(self) -> None:
        super().__init__()
        Job.objects.all().delete()
        self.job: UUID = make_job().uuid
        self.now = NOW
        self.holder: str | None = None
        self.until = NOW
        self.made = 0

    @rule(seconds=st.integers(1, 45))
    def time_passes(self, seconds: int) -> None:
        self.now += timedelta(seconds=seconds)

    @rule(target=claims)
    def claim(self) -> str | MultipleResults[str]:
        self.made += 1
        owner = f"claim {self.made}"
        before = Job.objects.get(uuid=self.job)
        claimed = actions.claim_job(
            self.job, lease_owner=owner, now=self.now, lease=LEASE
        )
        free = self.holder is None or self.until < self.now
        may = before.state not in FINISHED and free
        died = before.state == JobState.RUNNING
        assert (claimed is not None) == (may and before.deaths + died < MOST)
        if claimed is None:
            if may:
                self.holder = None
            return multiple()
        self.holder, self.until = owner, self.now + LEASE
        return owner

    @rule(owner=claims)
    def heartbeat(self, owner: str) -> None:
        kept = actions.renew_lease(
            self.job, lease_owner=owner, now=self.now, lease=LEASE
        )
        assert kept == (owner == self.holder)
        if kept:
            self.until = self.now + LEASE

    @rule(owner=claims, ending=st.sampled_from(["finish", "fail", "cancel", "release"]))
    def end(self, owner: str, ending: str) -> None:
        holder = {"lease_owner": owner}
        ended = {
            "finish": lambda: actions.finish_job(
                self.job, now=self.now, result={}, **holder
            ),
            "fail": lambda: actions.fail_job(
                self.job, now=self.now, error="no", **holder
            ),
            "cancel": lambda: actions.cancel_job(self.job, now=self.now, **holder),
            "release": lambda: actions.release_job(self.job, **holder),
        }[ending]()
        assert ended == (owner == self.holder)
        if ended:
            self.holder = None

    @rule()
    def request_cancel(self) -> None:
        actions.request_cancel(self.job, now=self.now)
        job = Job.objects.get(uuid=self.job)
        if self.holder is not None and self.until >= self.now:
            assert job.state == JobState.RUNNING
            assert job.cancel_requested_at is not None
        else:
            self.holder = None
            assert job.state in FINISHED

    @rule()
    def retry(self) -> None:
        job = Job.objects.get(uuid=self.job)
        if job.state in (JobState.FAILED, JobState.CANCELLED):
            actions.retry_job(job, by=None)
        else:
            with pytest.raises(actions.NotRetryable):
                actions.retry_job(job, by=None)

    @invariant()
    def the_row_says_who_holds_it(self) -> None:
        job = Job.objects.get(uuid=self.job)
        assert (job.state == JobState.RUNNING) == (self.holder is not None)
        assert job.lease_owner == (self.holder or "")


@pytest.fixture
def machine(db: None, job: Job) -> type[Leases]:
    return Leases


def test_at_most_one_claim_at_a_time_can_change_a_job(machine: type[Leases]) -> None:
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=40,
            stateful_step_count=25,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
