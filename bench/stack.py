"""The production stack in one temporary folder: PostgreSQL, Redis's protocol, web."""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import sys
import tempfile
from pathlib import Path
from subprocess import Popen
from types import TracebackType

from tests.stacks import postgres, valkey
from tests.stacks.process import free_port, spawn, stop, wait_until

ROOT = Path(__file__).resolve().parent.parent
# As PostgreSQL comes: every commit waits for the disk, unlike in the tests.
DURABLE = {
    name: postgres.SETTINGS[name]
    for name in ("max_connections", "unix_socket_directories", "timezone")
}
ACCESS = "%(D)s %(m)s %(s)s %(U)s"  # microseconds, method, status, path


class Stack:
    """The servers; on entry the databases run and the environment names them."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="assay-bench-"))
        self.access_log = self.folder / "access.log"
        self.children: list[tuple[Popen[bytes], int]] = []
        self.port = free_port()

    def __enter__(self) -> Stack:
        # A PostgreSQL that runs as another user must reach its own folder.
        self.folder.chmod(0o711)
        child, database = postgres.start(self.folder, DURABLE)
        self.children.append((child, postgres.STOP))
        child, broker = valkey.start_on_port(self.folder)
        self.children.append((child, signal.SIGTERM))
        var = self.folder / "var"
        (var / "static").mkdir(parents=True)
        os.environ |= {
            "ALLOWED_HOSTS": "127.0.0.1",
            "ASSAY_VAR": str(var),
            "DATABASE_URL": database,
            "DEBUG": "false",
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "HTTPS": "false",
            "REDIS_URL": broker,
            "SECRET_KEY": secrets.token_urlsafe(50),
        }
        return self

    def serve(self) -> None:
        """Start web server and worker as `manage.py up` does, and wait for them."""
        log = self.folder / "up.log"
        told = f"--access-logfile {self.access_log} --access-logformat '{ACCESS}'"
        child = spawn(
            [sys.executable, "manage.py", "up", "--port", str(self.port)],
            log=log,
            env={**os.environ, "GUNICORN_CMD_ARGS": told},
            cwd=ROOT,
        )
        self.children.append((child, signal.SIGTERM))
        ready = "Assay is ready"
        wait_until(lambda: ready in log.read_text(), child=child, log=log, seconds=90)

    @property
    def processes(self) -> list[int]:
        """Return the ids of the processes that we started, without its children."""
        return [child.pid for child, _how in self.children]

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for child, how in reversed(self.children):
            stop(child, how=how)
        shutil.rmtree(self.folder, ignore_errors=True)
