"""The launcher, started as one of several users."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from tests.stacks.process import spawn, wait_until
from tests.stacks.users import NOBODY, drop_to_nobody, ordinary_user

ROOT = Path(__file__).resolve().parents[3]
KEPT_BACK = (
    *("SECRET_KEY", "ALLOWED_HOSTS", "HTTPS", "DEBUG", "PORT"),
    *("REDIS_URL", "DATABASE_URL", "XDG_RUNTIME_DIR"),
)


class Launcher:
    """`manage.py up` in a folder of its own, started as one of the users."""

    def __init__(self, folder: Path, user: str) -> None:
        self.become: Callable[[], None] | None = None
        if user == "ordinary":
            self.become = ordinary_user(Path(sys.executable))
        self.folder = folder
        if self.become is drop_to_nobody:
            os.chown(folder, NOBODY, NOBODY)
        self.var = folder / "var"
        self.log = folder.parent / f"{folder.name}.log"
        self.log.touch()
        self.child: subprocess.Popen[bytes] | None = None

    def start(self, *options: str, **env: str) -> subprocess.Popen[bytes]:
        """Start it and wait for the line that says it is healthy."""
        self.child = self.launch(*options, **env)
        wait_until(
            lambda: "Assay is ready" in self.log.read_text(),
            child=self.child,
            log=self.log,
            seconds=60,
        )
        return self.child

    def launch(self, *options: str, **env: str) -> subprocess.Popen[bytes]:
        """Start it without waiting."""
        clean = {k: v for k, v in os.environ.items() if k not in KEPT_BACK}
        return spawn(
            [sys.executable, "manage.py", "up", *options],
            log=self.log,
            env={**clean, "ASSAY_VAR": str(self.var), **env},
            before_exec=self.become,
            cwd=ROOT,
        )

    def shell(self, code: str, **env: str) -> str:
        """Run code on this installation; return what it printed."""
        lines = (self.var / "env").read_text().splitlines()
        settings = dict(line.replace("'", "").split("=", 1) for line in lines)
        done = subprocess.run(
            [sys.executable, "manage.py", "shell", "-v0", "-c", code],
            env={**os.environ, **settings, "DATABASE_URL": "", **env},
            cwd=ROOT,
            check=True,
            stdout=subprocess.PIPE,
            text=True,
            timeout=60,
        )
        return done.stdout

    @property
    def address(self) -> str:
        """Return its address from its output."""
        line = next(
            line
            for line in self.log.read_text().splitlines()
            if "Assay is ready" in line
        )
        return line.split()[3]

    def processes(self) -> dict[int, str]:
        """Return every live process that was started for our folder."""
        mark = f"ASSAY_VAR={self.var}".encode()
        # Valkey writes its title over its environment; the title names its socket.
        title = f"unixsocket:{self.var}/".encode()
        found = {}
        for entry in Path("/proc").glob("[0-9]*"):
            try:
                words = (entry / "cmdline").read_bytes().replace(b"\0", b" ")
                env = (entry / "environ").read_bytes().split(b"\0")
                if words and (mark in env or title in words):
                    found[int(entry.name)] = words.decode()
            except OSError:
                continue
        return found

    def gone(self, seconds: float = 5) -> bool:
        """Return whether all its processes have ended within so many seconds."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            if not self.processes():
                return True
            time.sleep(0.05)
        return False
