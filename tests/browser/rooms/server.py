"""A server in a process of its own, so that a test can kill it."""

import os
import signal
import sys
from pathlib import Path

from tests.stacks.process import answers, free_port, spawn, stop, wait_until

ROOT = Path(__file__).resolve().parents[3]


class Server:
    """Assay on a port of its own, over the database of the test."""

    def __init__(self, database: str, folder: Path) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = folder / "server.log"
        self.env = {**os.environ, "DATABASE_URL": database, "DEBUG": "false"}

    def start(self) -> None:
        """Start, and wait until it answers."""
        command = [sys.executable, "manage.py", "runserver", "--noreload", "--insecure"]
        where = f"127.0.0.1:{self.port}"
        self.process = spawn([*command, where], log=self.log, env=self.env, cwd=ROOT)
        wait_until(lambda: answers(self.port), child=self.process, log=self.log)

    def hang(self) -> None:
        """Accept requests from now on, without responding."""
        self.process.send_signal(signal.SIGSTOP)

    def kill(self) -> None:
        """Kill it, as a crash would."""
        stop(self.process, how=signal.SIGKILL)
