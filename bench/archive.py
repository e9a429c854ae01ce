"""Time the export and the import of an archive of a track with 500,000 labels.

Run from the project's root: .venv/bin/python -m bench.archive
It starts PostgreSQL in a temporary folder, writes 500,000 labels with their changes,
archives their track by the command, and imports the archive into a second, empty
database of the same server. There it archives the track again, which must give the
same bytes.
"""

from __future__ import annotations

import hashlib
import os
import sys
from argparse import ArgumentParser
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from subprocess import Popen
from time import perf_counter
from typing import NamedTuple
from urllib.parse import urlsplit

import django

from bench.stack import Stack

PROFILE = Path("runs/profiles/rag25.toml")
MEGA = 1_000_000


class Took(NamedTuple):
    """The cost of one command: seconds by the clock and of CPU, and peak memory."""

    wall: float
    cpu: float
    memory: int


def main() -> int:
    """Run once; return the exit status."""
    parser = ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--runs", type=int, default=150, help="fewer for less")
    options = parser.parse_args()
    with Stack() as stack:
        make_track(options.seed, options.runs)
        first, second = stack.folder / "first.zip", stack.folder / "second.zip"
        out = manage("export_archive", "scored", "--out", str(first))
        move_elsewhere()
        manage("migrate", "--verbosity", "0")
        back = manage("import_archive", str(first))
        again = manage("export_archive", "scored", "--out", str(second))
        print(f"The archive holds {first.stat().st_size / MEGA:,.0f} MB.")
        for name, took in (("export", out), ("import", back), ("export there", again)):
            print(said(name, took))
        same = digest(first) == digest(second)
    print("The same bytes." if same else "OTHER BYTES.")
    return 0 if same else 1


def make_track(seed: int, runs: int) -> None:
    """Create the campaign."""
    django.setup()
    from django.core.management import call_command  # noqa: PLC0415
    from django.db import connections  # noqa: PLC0415

    from bench.campaign import complete  # noqa: PLC0415

    complete.RUNS = runs
    call_command("migrate", interactive=False, verbosity=0)
    print("Writing labels …", flush=True)
    complete.make_labelled(
        PROFILE.read_text(encoding="utf-8"),
        rng=Random(seed),  # noqa: S311 - no secret
        now=datetime.now(UTC),
    )
    connections.close_all()


def move_elsewhere() -> None:
    """Set another database and another data folder in the environment."""
    from django.db import connection, connections  # noqa: PLC0415

    with connection.cursor() as cursor:
        cursor.execute("CREATE DATABASE elsewhere")
    connections.close_all()
    there = Path(os.environ["ASSAY_VAR"]).with_name("elsewhere")
    there.mkdir()
    url = urlsplit(os.environ["DATABASE_URL"])._replace(path="/elsewhere")
    os.environ |= {"DATABASE_URL": url.geturl(), "ASSAY_VAR": str(there)}


def manage(*words: str) -> Took:
    """Run a command to its end; raise SystemExit if it fails."""
    start = perf_counter()
    command = [sys.executable, "manage.py", *words]
    with Popen(command, stdout=sys.stderr) as child:  # noqa: S603 - our own command
        _pid, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise SystemExit(f"{words[0]} failed")
    cpu = usage.ru_utime + usage.ru_stime
    return Took(perf_counter() - start, cpu, usage.ru_maxrss * 1024)


def said(name: str, took: Took) -> str:
    """Return a line of the table."""
    memory = f"{took.memory / MEGA:,.0f} MB"
    return f"{name:14}{took.wall:8.1f} s{took.cpu:8.1f} s CPU{memory:>10}"


def digest(path: Path) -> str:
    """Return a file's SHA-256."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


if __name__ == "__main__":
    sys.exit(main())
