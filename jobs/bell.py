"""The bell that makes a worker look at a job."""

from __future__ import annotations

import logging
import threading
from uuid import UUID

from django.db import transaction

from jobs.models import Job

log = logging.getLogger(__name__)

# Seconds after which an unread message expires; the sweeper rings again anyway.
A_DAY = 86_400.0


def ring(job: Job) -> None:
    """Ring for a job once the current transaction is committed.

    The caller does not wait for the broker: a thread rings, and the process ends after
    it. If the broker is down the job stays queued, and a worker's sweeper finds it.
    """
    bell = threading.Thread(target=ring_now, args=(job.uuid,), name="bell")
    transaction.on_commit(bell.start)


def ring_now(job: UUID, expires: float = A_DAY) -> None:
    """Ring for a job."""
    # Celery is a tenth of what a command imports at its start; few commands ring.
    from kombu.exceptions import OperationalError  # noqa: PLC0415

    from jobs.tasks import run_job  # noqa: PLC0415

    try:
        run_job.apply_async((str(job),), retry=False, expires=expires)
    except OperationalError as error:
        log.warning("No bell for job %s, the broker is away: %s", job, error)
