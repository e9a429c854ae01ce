"""gunicorn's settings: `gunicorn --config config/web.py config.wsgi`."""

import os

from gunicorn.workers.base import Worker

from config.processes import die_with

bind = os.environ.get("BIND", "127.0.0.1:8000")
workers = int(os.environ.get("WEB_WORKERS", "2"))
worker_class = "gthread"
threads = int(os.environ.get("WEB_THREADS", "4"))
timeout = 60
graceful_timeout = 10
max_requests = 5000
max_requests_jitter = 500
control_socket_disable = True


def post_fork(server: object, worker: Worker) -> None:  # noqa: ARG001
    """Let no worker outlive the process that watches over it."""
    die_with(worker.ppid)
