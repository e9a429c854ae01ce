"""A thread in each worker that finds jobs nobody works on and rings for them."""

import logging
import threading
from collections.abc import Callable
from uuid import UUID

from django.conf import settings
from django.db import Error as DatabaseError
from django.db import connection

from config.clock import database_now
from jobs.models import Job

log = logging.getLogger(__name__)

# The oldest ones are enough: the next sweep finds the rest.
RINGS_A_SWEEP = 20

Ring = Callable[[UUID], None]


def sweep(ring: Ring) -> int:
    """Ring for the oldest claimable jobs; return how many there were."""
    waiting = Job.objects.claimable(database_now()).order_by("created")
    found = list(waiting.values_list("uuid", flat=True)[:RINGS_A_SWEEP])
    for job in found:
        ring(job)
    return len(found)


class Sweeper:
    """Sweeps at once, then every half lease, over a database connection of its own."""

    def __init__(self) -> None:
        self._over = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self, ring: Ring) -> None:
        """Start; a second call while it runs does nothing."""
        if self._thread is not None and self._thread.is_alive():
            return
        self._over.clear()
        self._thread = threading.Thread(
            target=self._run, args=(ring,), name="sweeper", daemon=True
        )
        self._thread.start()

    def stop(self) -> None:
        """Stop after the current sweep."""
        self._over.set()
        if self._thread is not None:
            self._thread.join()

    def _run(self, ring: Ring) -> None:
        try:
            while True:
                self._sweep(ring)
                if self._over.wait(settings.JOB_LEASE / 2):
                    return
        finally:
            connection.close()

    def _sweep(self, ring: Ring) -> None:
        try:
            sweep(ring)
        except DatabaseError as error:  # locked or restarting: the next may succeed
            log.warning("The sweeper could not look: %s", error)
            connection.close()
