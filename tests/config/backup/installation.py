"""Whole installations, each with a database and a data folder of its own."""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parents[3]


class Installation:
    """Commands against a database and a data folder of their own."""

    def __init__(self, folder: Path, database: str) -> None:
        self.folder = folder
        self.env = {**os.environ, "DATABASE_URL": database, "ASSAY_VAR": str(folder)}

    def manage(self, *words: str, given: bytes = b"") -> bytes:
        """Run a command; return what it printed."""
        done = subprocess.run(
            [sys.executable, "manage.py", *words],
            cwd=ROOT,
            env=self.env,
            input=given,
            capture_output=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr.decode()
        return done.stdout

    def shell(self, code: str) -> str:
        """Run some Python; return what it printed."""
        return self.manage("shell", "--verbosity", "0", "--command", code).decode()

    def uploads(self) -> dict[str, bytes]:
        """Return the content of the uploads, by name."""
        found = (self.folder / "uploads").rglob("*")
        return {path.name: path.read_bytes() for path in found if path.is_file()}


@contextmanager
def installation(folder: Path) -> Iterator[Installation]:
    """Make an installation without tables on the stack under test."""
    folder.mkdir()
    server = os.environ["DATABASE_URL"]
    if not server:
        yield Installation(folder, f"sqlite:///{folder / 'assay.sqlite3'}")
        return
    import psycopg

    name = f"assay_{secrets.token_hex(8)}"
    with psycopg.connect(server, autocommit=True) as admin:
        admin.execute(f"CREATE DATABASE {name}")
        yield Installation(folder, urlsplit(server)._replace(path=f"/{name}").geturl())
        admin.execute(f"DROP DATABASE {name} WITH (FORCE)")
