"""A job's work up to its first result: it shows what the job would do."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from django.db import transaction

from jobs.models import Job
from jobs.registry import kind_named
from jobs.run import Running


class Rehearsed(Exception):
    """The rehearsal has come to the first result, and ends."""


class Rehearsal(Running):
    """What work gets that is to write nothing.

    most: after so many items the work need not look at further ones.
    """

    def __init__(self, job: Job, *, most: int) -> None:
        super().__init__(job)
        self.most = most
        self.found: object = None

    def step(self, done: int, total: int | None = None, message: str = "") -> None:
        """Report nothing."""

    def check(self) -> None:
        """Let the work go on."""

    def fence(self) -> None:
        """End the rehearsal before anything is written."""
        raise Rehearsed

    def failure(self, subject: str, reason: str) -> None:
        """Record nothing."""


def rehearse(start: Callable[[], Job], *, most: int) -> object:
    """Return what the work of a job leaves as `found`; the job is not created.

    `start` creates the job, and what it raises is raised. So is a JobError of the work.
    Everything that is written is taken back.
    """
    with transaction.atomic():
        try:
            job = start()
            running = Rehearsal(job, most=most)
            with suppress(Rehearsed):
                kind_named(job.kind).work(running)
        finally:
            transaction.set_rollback(True)
    return running.found
