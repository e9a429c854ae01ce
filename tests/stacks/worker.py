"""A real Celery worker process that a test may kill and start again."""

import os
import signal
import sys
from pathlib import Path
from subprocess import Popen

from tests.stacks.process import spawn, stop, tail, wait_until

ROOT = Path(__file__).resolve().parents[2]


class Worker:
    """`celery -A config worker` against the test database and the stack's broker."""

    def __init__(self, *, folder: Path, database: str, broker: str) -> None:
        self.env = {**os.environ, "DATABASE_URL": database, "REDIS_URL": broker}
        self.log = folder / "worker.log"
        self.child: Popen[bytes] | None = None

    def start(self, **env: str) -> None:
        """Start a process and wait until it takes work; `env` adds settings."""
        ready = self.said("ready.")
        self.child = spawn(
            [
                *(sys.executable, "-m", "celery", "-A", "config", "worker"),
                *("--pool", "threads", "--concurrency", "2", "--loglevel", "INFO"),
                *("--without-gossip", "--without-mingle"),
            ],
            log=self.log,
            env={**self.env, **env},
            cwd=ROOT,
        )
        wait_until(lambda: self.said("ready.") > ready, child=self.child, log=self.log)

    def said(self, words: str) -> int:
        """Count how often the log contains these words."""
        return self.log.read_text().count(words) if self.log.exists() else 0

    def kill(self) -> None:
        """Kill the process, as a crash would: SIGKILL, nothing handed back."""
        assert self.child is not None, "the worker was not started"
        stop(self.child, how=signal.SIGKILL)

    def is_over(self) -> bool:
        """Return whether the process has ended by itself."""
        return self.child is None or self.child.poll() is not None

    def stop(self) -> None:
        """Stop the process in good order, if it runs."""
        if self.child is not None:
            stop(self.child)

    @property
    def tail(self) -> str:
        """Return the end of the log, for a failing test's message."""
        return tail(self.log)
