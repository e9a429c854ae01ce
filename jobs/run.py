"""The execution of one job in a process: its lease, its progress, its end."""

import logging
import os
import socket
import threading
import time
from collections.abc import Callable, Mapping
from datetime import timedelta
from uuid import UUID, uuid4

from django.conf import settings
from django.db import Error as DatabaseError
from django.db import connection

from config.clock import database_now
from config.http.failures import is_away
from config.operations.log import log_context
from jobs import actions
from jobs.kernel.deaths import MOST
from jobs.models import Job
from jobs.registry import JobError, kind_named

log = logging.getLogger(__name__)

# Progress is written at most this often, in seconds; pages ask once a second.
WRITE_EVERY = 0.5

# Set when this process is asked to stop: running jobs go back to the queue.
stopping = threading.Event()

Report = Callable[[int, int | None, str], None]


class Cancelled(Exception):
    """Someone cancelled the job."""


class LostLease(Exception):
    """Another process has taken the job over; this one must write nothing more."""


class Stopping(Exception):
    """This process is about to end; the job goes back to the queue."""


class AlreadyClaimed(Exception):
    """The job runs elsewhere, or has finished."""


def lease_time() -> timedelta:
    """Return how long a lease lasts without a heartbeat."""
    return timedelta(seconds=settings.JOB_LEASE)


class Running:
    """What the work gets: its parameters, and ways to report progress and failures.

    A thread that the work starts may call nothing here except `check`.
    """

    def __init__(self, job: Job, report: Report | None = None) -> None:
        self.job = job
        self.lease_owner = job.lease_owner
        self._report = report
        self._at: tuple[int, int | None] = (0, None)
        self._pending: tuple[int, int | None, str] | None = None
        self._written = -WRITE_EVERY

    @property
    def uuid(self) -> UUID:
        """Return the job's public id, which the ledger of model calls stores."""
        return self.job.uuid

    @property
    def scope(self) -> UUID:
        """Return the job's scope: work reads rows within it, and nowhere else.

        Raise JobError if the job has none.
        """
        if self.job.scope is None:
            raise JobError("This job belongs to no track.")
        return self.job.scope

    @property
    def params(self) -> dict[str, object]:
        """Return the parameters with which the job was created."""
        return dict(self.job.params)

    def step(self, done: int, total: int | None = None, message: str = "") -> None:
        """Report the progress of the work; total is None if the end is unknown."""
        if self._report is not None:
            self._report(done, total, message)
        self._at, self._pending = (done, total), (done, total, message)
        if done == total or time.monotonic() - self._written >= WRITE_EVERY:
            self.flush()

    def say(self, message: str) -> None:
        """Report what the work is at, between two steps."""
        self.step(*self._at, message)

    def flush(self) -> None:
        """Write the last step, if it was delayed."""
        if self._pending is None:
            return
        done, total, message = self._pending
        self._pending, self._written = None, time.monotonic()
        actions.record_progress(
            self.uuid,
            lease_owner=self.lease_owner,
            done=done,
            total=total,
            message=message,
        )

    def check(self) -> None:
        """Raise LostLease, Cancelled or Stopping if the work must end here.

        Call it between two items, and before each call to a model.
        """
        held = Job.objects.held_by(self.lease_owner).filter(pk=self.job.pk)
        requests = list(held.values_list("cancel_requested_at", flat=True))
        if not requests:
            raise LostLease
        if requests[0] is not None:
            raise Cancelled
        if stopping.is_set():
            raise Stopping

    def fence(self) -> None:
        """Lock the job for this holder until the transaction ends, or raise LostLease.

        Call it first in the transaction that writes the work's results: nobody can take
        the job over before that is committed.
        """
        if not actions.renew_lease(
            self.uuid,
            lease_owner=self.lease_owner,
            now=database_now(),
            lease=lease_time(),
        ):
            raise LostLease

    def failure(self, subject: str, reason: str) -> None:
        """Record one item that failed; the work goes on."""
        actions.record_failure(
            self.job, subject=subject, reason=reason, now=database_now()
        )


class Heartbeat:
    """A thread that renews the lease, over a database connection of its own."""

    def __init__(self, running: Running, every: float) -> None:
        self._running = running
        self._every = every
        self._over = threading.Event()
        self._thread = threading.Thread(
            target=self._beat, name=f"heartbeat-{running.uuid}", daemon=True
        )

    def __enter__(self) -> None:
        """Start; the first beat comes after one interval, as the claim was one."""
        self._thread.start()

    def __exit__(self, *_error: object) -> None:
        """Stop and wait for a beat in progress: no connection outlives the job."""
        self._over.set()
        self._thread.join()

    def _beat(self) -> None:
        try:
            while not self._over.wait(self._every):
                if not self._renewed():
                    return
        finally:
            connection.close()

    def _renewed(self) -> bool:
        try:
            return actions.renew_lease(
                self._running.uuid,
                lease_owner=self._running.lease_owner,
                now=database_now(),
                lease=lease_time(),
            )
        except DatabaseError as error:  # locked or restarting: the next may succeed
            log.warning("No heartbeat for job %s: %s", self._running.uuid, error)
            connection.close()
            return True


def claim(
    job: UUID, report: Report | None = None, *, alone: bool = True
) -> Running | None:
    """Claim the job for this process; None if someone else has it or it is over.

    alone: whether the process runs nothing else, as suspects need it.
    """
    claimed = actions.claim_job(
        job,
        alone=alone,
        lease_owner=f"{socket.gethostname()}:{os.getpid()}:{uuid4().hex[:12]}",
        now=database_now(),
        lease=lease_time(),
    )
    return None if claimed is None else Running(claimed, report)


def execute(running: Running) -> None:
    """Do a claimed job's work and record how it ended.

    Only a holder that still has the lease writes an end. An interrupt cancels the job.
    A process that is asked to stop, or that loses the database, puts the job back in
    the queue.
    """
    with log_context(job=str(running.uuid)):
        _execute(running)


def _execute(running: Running) -> None:
    held = {"lease_owner": running.lease_owner}
    try:
        with Heartbeat(running, every=lease_time().total_seconds() / 3):
            result = _work(running)
            running.flush()
        actions.finish_job(running.uuid, now=database_now(), result=result, **held)
    except LostLease:
        log.warning("Job %s was taken over by another process.", running.uuid)
    except Stopping:
        actions.release_job(running.uuid, **held)
    except Cancelled:
        actions.cancel_job(running.uuid, now=database_now(), **held)
    except KeyboardInterrupt:
        actions.cancel_job(running.uuid, now=database_now(), **held)
        raise
    except JobError as error:
        actions.fail_job(running.uuid, now=database_now(), error=error, **held)
    except Exception as error:  # the last resort: without it the job would run for ever
        log.exception("Job %s failed.", running.uuid)
        if is_away(error):
            _give_back(running)
            return
        text = _said(error)
        actions.fail_job(running.uuid, now=database_now(), error=text, **held)


def _give_back(running: Running) -> None:
    """Put a job back in the queue once its lost database responds again.

    Nothing is lost if the database stays away for longer: the lease ends, and another
    worker takes the job over.
    """
    until = time.monotonic() + lease_time().total_seconds()
    while True:
        connection.close()
        try:
            actions.give_back(running.uuid, lease_owner=running.lease_owner)
        except DatabaseError:
            if time.monotonic() > until or stopping.wait(1):
                return
        else:
            return


def _said(error: Exception) -> str:
    # Other apps mark exceptions whose message tells people what to do.
    is_sentence = getattr(error, "is_sentence", False)
    return str(error) if is_sentence else f"{type(error).__name__}: {error}"


def _work(running: Running) -> Mapping[str, object]:
    """Do the work; if it fails or is cancelled, undo what it left."""
    kind = kind_named(running.job.kind)
    try:
        running.check()
        if running.job.deaths >= MOST:
            raise JobError(actions.GIVEN_UP)
        return kind.work(running) or {}
    except (LostLease, Stopping):
        raise  # the next holder of the job continues
    except BaseException as error:
        if kind.undo and not is_away(error):
            kind.undo(running)
        raise


def run_here(job: Job, report: Report | None = None) -> Job:
    """Run a queued job in this process and return it as it ended.

    `report` is called with (done, total, message) at each step. Raise AlreadyClaimed if
    it cannot be claimed. A job that failed is returned, not raised: look at `state`,
    `error` and `failures`.
    """
    running = claim(job.uuid, report)
    if running is None:
        raise AlreadyClaimed(f"The job {job.title!r} runs elsewhere or is over.")
    execute(running)
    job.refresh_from_db()
    return job
