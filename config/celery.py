"""The Celery application: tasks only notify workers, the database has the state."""

import logging
import os
import threading

from celery import Celery
from celery.bootsteps import StartStopStep
from celery.signals import worker_shutting_down
from celery.worker import WorkController

log = logging.getLogger(__name__)

# Seconds that jobs have to go back to the queue once no new ones arrive.
PATIENCE = 10
BROKEN = 70  # the exit status of a worker that had to end: EX_SOFTWARE

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")


class LastDoor(StartStopStep):
    """Ends a worker whose consumer has died, so that it is started again.

    Celery would wait for the running jobs, however long they take, and take no others.
    """

    requires = ("celery.worker.components:Pool",)

    def close(self, worker: WorkController) -> None:
        """Ask the jobs to stop, then end the process even if one does not."""
        if was_asked.is_set():
            return
        log.critical("The consumer has died. This worker ends, to be started again.")
        worker.exitcode = BROKEN
        worker_shutting_down.send(sender=self, sig="", how="", exitcode=BROKEN)
        threading.Thread(target=_end, name="last door", daemon=True).start()


def _end() -> None:
    threading.Event().wait(PATIENCE)
    os._exit(BROKEN)


was_asked = threading.Event()  # to end, by a signal


@worker_shutting_down.connect
def note_the_signal(**_kwargs: object) -> None:
    """Distinguish a worker that was asked to end from one whose consumer died."""
    was_asked.set()


app = Celery("assay")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.steps["worker"].add(LastDoor)
