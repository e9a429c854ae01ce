"""Celery tasks: a task makes a worker look at one job, and has no state itself."""

import logging
from uuid import UUID

from celery.signals import worker_ready, worker_shutdown, worker_shutting_down
from django.conf import settings

from config.celery import app
from config.clock import database_now
from jobs.actions import must_be_alone, note_waiting
from jobs.bell import ring_now
from jobs.concurrency import Room
from jobs.hosts import lack_of_host, start_host
from jobs.run import claim, execute, stopping
from jobs.sweeper import Sweeper, sweep

log = logging.getLogger(__name__)

sweeper = Sweeper()


room = Room()


@app.task
def run_job(job: str) -> None:
    """Run the job unless someone has it; ringing twice changes nothing.

    A host that lacks something leaves the job to others. A job that is suspected of
    killing workers runs alone. A job that found no place is rung for again as soon as
    the suspect has ended.
    """
    if lack := lack_of_host():
        log.error("No job is taken: %s", lack)
        note_waiting(UUID(job), reason=f"waits: {lack}")
        return
    alone = must_be_alone(UUID(job), now=database_now())
    with room.place(alone=alone) as has_place:
        if has_place and (running := claim(UUID(job), alone=alone)) is not None:
            execute(running)
    if alone and has_place:
        sweep(_ring_again)


def _ring_again(job: UUID) -> None:
    # Expires when the next sweep rings again, so that messages do not pile up in a busy
    # queue.
    ring_now(job, expires=settings.JOB_LEASE)


@worker_ready.connect
def start_sweeping(**_kwargs: object) -> None:
    """Start the sweeper with its worker."""
    stopping.clear()
    start_host()
    sweeper.start(_ring_again)


@worker_shutting_down.connect
def ask_jobs_to_stop(**_kwargs: object) -> None:
    """Ask running jobs to go back to the queue at their next check."""
    stopping.set()


@worker_shutdown.connect
def stop_sweeping(**_kwargs: object) -> None:
    """Stop the sweeper with its worker."""
    sweeper.stop()
