"""A stack in one temporary folder: the production one, or the demo's."""

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
# PostgreSQL's defaults: every commit waits for the disk, unlike in the tests.
DURABLE = {
    name: postgres.SETTINGS[name]
    for name in ("max_connections", "unix_socket_directories", "timezone")
}
ACCESS = "%(D)s %(m)s %(s)s %(U)s"  # microseconds, method, status, path


class Stack:
    """The servers; on entry the environment names them, and databases run.

    embedded: SQLite and a unix socket, which `manage.py up` sets up by itself.
    """

    def __init__(self, *, embedded: bool = False) -> None:
        self.embedded = embedded
        self.folder = Path(tempfile.mkdtemp(prefix="assay-bench-"))
        self.access_log = self.folder / "access.log"
        self.children: list[tuple[Popen[bytes], int]] = []
        self.port = free_port()

    def __enter__(self) -> Stack:
        # A PostgreSQL that runs as another user must reach its own folder.
        self.folder.chmod(0o711)
        var = self.folder / "var"
        (var / "static").mkdir(parents=True)
        os.environ |= {
            "ALLOWED_HOSTS": "127.0.0.1",
            "ASSAY_VAR": str(var),
            "DATABASE_URL": "",
            "DEBUG": "false",
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "HTTPS": "false",
            "REDIS_URL": "",
            "SECRET_KEY": secrets.token_urlsafe(50),
        }
        if not self.embedded:
            self._start_databases()
        return self

    def _start_databases(self) -> None:
        child, database = postgres.start(self.folder, DURABLE)
        self.children.append((child, postgres.STOP))
        child, broker = valkey.start_on_port(self.folder)
        self.children.append((child, signal.SIGTERM))
        os.environ |= {"DATABASE_URL": database, "REDIS_URL": broker}

    def serve(self, *options: str) -> None:
        """Start web server and worker by `manage.py up`, and wait for them."""
        log = self.folder / "up.log"
        told = f"--access-logfile {self.access_log} --access-logformat '{ACCESS}'"
        child = spawn(
            [sys.executable, "manage.py", "up", "--port", str(self.port), *options],
            log=log,
            env={**os.environ, "GUNICORN_CMD_ARGS": told},
            cwd=ROOT,
        )
        self.children.append((child, signal.SIGTERM))
        ready = "Assay is ready"
        wait_until(lambda: ready in log.read_text(), child=child, log=log, seconds=90)

    @property
    def processes(self) -> list[int]:
        """Return the ids of our child processes, without their children."""
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
