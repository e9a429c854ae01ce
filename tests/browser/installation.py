"""A second, empty installation beside the one under test."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from tests.browser.server import ROOT, Server

DIGESTS = (
    "import json; from assess.exports.everything import digests; "
    "from runs.models import Track; print(json.dumps(digests(Track.objects.get())))"
)


class Installation:
    """Assay with a database, a data folder and people of its own."""

    started = False

    def __init__(self, folder: Path) -> None:
        var = folder / "var"
        var.mkdir(parents=True)
        self.server = Server(f"sqlite:///{var / 'assay.sqlite3'}", folder)
        self.server.env |= {"ASSAY_VAR": str(var)}
        self.manage("migrate", "--verbosity", "0")

    @property
    def url(self) -> str:
        """Return where its pages stand once it is started."""
        return self.server.url

    def start(self) -> None:
        """Serve its pages."""
        self.server.start()
        self.started = True

    def stop(self) -> None:
        """End what serves its pages."""
        if self.started:
            self.server.kill()

    def manage(self, *words: str, **env: str) -> str:
        """Run a command to its end; return what it printed."""
        done = subprocess.run(
            [sys.executable, "manage.py", *words],
            cwd=ROOT,
            env={**self.server.env, **env},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout
        return done.stdout

    def make_superuser(self, name: str, password: str) -> None:
        """Make the account of whoever runs the installation."""
        self.manage(
            *("createsuperuser", "--noinput", "--username", name),
            DJANGO_SUPERUSER_PASSWORD=password,
        )

    def digests(self) -> dict[str, str]:
        """Return the hash of each file of each export of its only track."""
        said = self.manage("shell", "--verbosity", "0", "--command", DIGESTS)
        found: dict[str, str] = json.loads(said.splitlines()[-1])
        return found
