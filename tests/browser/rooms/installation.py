"""A second, empty installation next to the one under test."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
DIGESTS = (
    "import json; from assess.exchange.exports.catalogue import digests; "
    "from runs.models import Track; print(json.dumps(digests(Track.objects.get())))"
)


class Installation:
    """Assay with a database, a data folder and people of its own."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        database = f"sqlite:///{folder / 'assay.sqlite3'}"
        self.env = {**os.environ, "DATABASE_URL": database, "ASSAY_VAR": str(folder)}
        self.migrating = self.begin("migrate", "--verbosity", "0")

    def begin(self, *words: str) -> subprocess.Popen[str]:
        """Start a command."""
        return subprocess.Popen(
            [sys.executable, "manage.py", *words],
            cwd=ROOT,
            env=self.env,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def manage(self, *words: str) -> str:
        """Run a command to its end; return what it printed."""
        return ended(self.begin(*words))

    def stop(self) -> None:
        """Stop the processes that a failed test left."""
        if self.migrating.poll() is None:
            self.migrating.kill()
            self.migrating.communicate()

    def bring_in(self, archive: Path) -> None:
        """Import a track, once the tables exist."""
        ended(self.migrating)
        self.manage("import_archive", str(archive))

    def digests(self) -> dict[str, str]:
        """Return the hash of each file of each export of its only track."""
        said = self.manage("shell", "--verbosity", "0", "--command", DIGESTS)
        found: dict[str, str] = json.loads(said.splitlines()[-1])
        return found


def ended(command: subprocess.Popen[str]) -> str:
    """Wait until a command has ended successfully; return what it printed."""
    said, _none = command.communicate()
    assert command.returncode == 0, said
    return said
