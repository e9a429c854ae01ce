"""A second, empty installation beside the one under test."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DIGESTS = (
    "import json; from assess.exports.everything import digests; "
    "from runs.models import Track; print(json.dumps(digests(Track.objects.get())))"
)


class Installation:
    """Assay with a database, a data folder and people of its own."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        database = f"sqlite:///{folder / 'assay.sqlite3'}"
        self.env = {**os.environ, "DATABASE_URL": database, "ASSAY_VAR": str(folder)}
        self.manage("migrate", "--verbosity", "0")

    def manage(self, *words: str) -> str:
        """Run a command to its end; return what it printed."""
        done = subprocess.run(
            [sys.executable, "manage.py", *words],
            cwd=ROOT,
            env=self.env,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout
        return done.stdout

    def bring_in(self, archive: Path) -> None:
        """Bring a track in."""
        self.manage("import_archive", str(archive))

    def digests(self) -> dict[str, str]:
        """Return the hash of each file of each export of its only track."""
        said = self.manage("shell", "--verbosity", "0", "--command", DIGESTS)
        found: dict[str, str] = json.loads(said.splitlines()[-1])
        return found
