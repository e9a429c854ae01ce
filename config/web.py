"""gunicorn's settings: `gunicorn --config config/web.py config.wsgi`."""

import os
from contextlib import suppress
from itertools import count
from shutil import rmtree
from tempfile import mkdtemp

from gunicorn.workers.base import Worker

from config.env import Env
from config.launch.processes import WEB_SLOT, collect_rarely, die_with
from config.operations import log

_env = Env()
bind = _env.text("BIND", "127.0.0.1:8000")
workers = int(_env.number("WEB_WORKERS", default=2, least=1))
worker_class = "gthread"
threads = int(_env.number("WEB_THREADS", default=4, least=1))
timeout = 60
graceful_timeout = 10
max_requests = 5000
max_requests_jitter = 500
control_socket_disable = True
logconfig_dict = log.configuration(_env)


if _env.text("METRICS_TOKEN"):  # where the processes count together
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = mkdtemp(prefix="assay-metrics-")


_slots: set[int] = set()  # of the running workers


def pre_fork(server: object, worker: Worker) -> None:  # noqa: ARG001
    """Give a worker the lowest free slot; it continues the counts of that slot."""
    worker.slot = next(slot for slot in count() if slot not in _slots)
    _slots.add(worker.slot)


def child_exit(server: object, worker: Worker) -> None:  # noqa: ARG001
    """Free the slot of a worker that ended."""
    _slots.discard(worker.slot)


def on_exit(server: object) -> None:  # noqa: ARG001
    """Delete the counts, which belong to this server."""
    if folder := os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        rmtree(folder, ignore_errors=True)


def post_fork(server: object, worker: Worker) -> None:  # noqa: ARG001
    """End a worker with its parent, and keep it from preempting other processes."""
    die_with(worker.ppid)
    os.environ[WEB_SLOT] = str(worker.slot)
    # A process that the database's response wakes up would preempt the running one.
    # This concerns speed only, so a system that forbids the call is no error.
    with suppress(OSError):
        os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))


def post_worker_init(worker: Worker) -> None:  # noqa: ARG001
    """Make the collector skip permanent objects; log what the host lacks."""
    from jobs import tasks  # noqa: F401, PLC0415 - no first ring waits for Celery
    from jobs.hosts import start_host  # noqa: PLC0415 - Django is set up only now
    from runs.kernel import markdown  # noqa: F401, PLC0415 - nor the first text for this

    collect_rarely()
    start_host()
