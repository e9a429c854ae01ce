"""An upgrade without a stop: the previous version works while the new one migrates."""

from __future__ import annotations

import json
import os
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest

from tests.config.upgrade.versions import (
    ROOT,
    Judging,
    NotHere,
    Person,
    Version,
    unpack_commit,
)
from tests.stacks.process import stop

pytestmark = pytest.mark.stack("production")

# The last commit of the previous version. Update it with each release, with the names
# in test_upgrade.py.
BEFORE = "e706d53"


@pytest.fixture
def database() -> Iterator[str]:
    """A database of the test's own, still empty."""
    server = os.environ["DATABASE_URL"]
    with psycopg.connect(server, autocommit=True) as link:
        link.execute("CREATE DATABASE upgraded")
        yield urlsplit(server)._replace(path="/upgraded").geturl()
        link.execute("DROP DATABASE upgraded WITH (FORCE)")


@pytest.fixture
def env(database: str, broker_url: str, tmp_path: Path) -> dict[str, str]:
    return {
        **os.environ,
        "DATABASE_URL": database,
        "REDIS_URL": broker_url,
        "ASSAY_VAR": str(tmp_path / "var"),
        "PYTHONPATH": "",
        "PYTHONUNBUFFERED": "1",
    }


@pytest.fixture
def old(env: dict[str, str], tmp_path: Path) -> Iterator[Version]:
    """The previous version."""
    try:
        code = unpack_commit(BEFORE, tmp_path / "old")
    except NotHere:
        pytest.skip(f"needs git and a history that reaches back to {BEFORE}")
    version = Version(code, env=env, log=tmp_path / "old.log")
    yield version
    version.stop()


@pytest.fixture
def new(env: dict[str, str], tmp_path: Path) -> Iterator[Version]:
    """The code under test."""
    version = Version(ROOT, env=env, log=tmp_path / "new.log")
    yield version
    version.stop()


@pytest.fixture
def door() -> Iterator[socket.socket]:
    """The socket to which people connect, whichever version accepts."""
    with closing(socket.create_server(("127.0.0.1", 0), backlog=100)) as made:
        yield made


@pytest.fixture
def url(door: socket.socket) -> str:
    return f"http://127.0.0.1:{door.getsockname()[1]}"


def wait(until: Callable[[], bool], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not until():
        assert time.monotonic() < end
        time.sleep(0.1)


def bring_in_topics(person: Person, track: str, file: Path, number: int) -> None:
    """Import a file, and wait until a worker has imported so many topics."""
    person.send(f"/tracks/{track}/imports/new/topics/", file=file)
    wait(lambda: person.count_topics(track) == number)


def make_topics(folder: Path, *names: str) -> Path:
    file = folder / f"topics-{names[0]}.jsonl"
    rows = [{"id": name, "title": f"What is {name}?"} for name in names]
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return file


def load_sample(old: Version, door: socket.socket, folder: Path) -> dict[str, str]:
    """Run the previous version with the sample; return the people's passwords."""
    old.end(old.begin("migrate", "-v0"))
    passwords = folder / "passwords"
    loading = old.begin("load_sample", "--passwords", str(passwords))
    old.serve(door)
    old.work()
    old.end(loading)
    with psycopg.connect(old.env["DATABASE_URL"]) as link:
        link.execute("UPDATE accounts_user SET is_superuser = username = 'omar'")
    old.wait_for_work()
    found: dict[str, str] = json.loads(passwords.read_text())
    return found


def migrate_at_work(new: Version, judging: Judging) -> None:
    """Migrate while somebody labels, and while a transaction needs what is changed."""
    with psycopg.connect(new.env["DATABASE_URL"]) as link:
        link.execute("SELECT FROM runs_track")
        migration = new.begin("migrate")
        wait(lambda: "given way" in new.log.read_text())
        # What the migration has changed by then is not locked for those who go on
        # first.
        link.execute("SELECT FROM runs_import")
    while migration.poll() is None:
        judging.label_next()
        time.sleep(0.05)
    new.end(migration)


def test_the_version_before_works_until_the_new_one_takes_over(
    old: Version, new: Version, door: socket.socket, url: str, tmp_path: Path
) -> None:
    passwords = load_sample(old, door, tmp_path)
    ada, omar = Person(url), Person(url)
    ada.sign_in("ada", passwords["ada"])
    judging = Judging(ada)
    migrate_at_work(new, judging)

    omar.sign_in("omar", passwords["omar"])
    made = omar.send("/tracks/new/", name="Later", slug="later", profile="rag24")
    track = made.url.path.split("/")[2]
    bring_in_topics(omar, track, make_topics(tmp_path, "one", "two"), number=2)
    judging.label_next()

    assert old.web is not None
    stop(old.web)
    new.serve(door)
    # Waits at the socket. Its sessions have no beginning, so they are over.
    ada.sign_in("ada", passwords["ada"])
    omar.sign_in("omar", passwords["omar"])
    assert judging.kept() == judging.given
    judging.label_next()
    assert judging.kept() == judging.given
    bring_in_topics(omar, track, make_topics(tmp_path, "three"), number=3)
    assert old.worker is not None
    stop(old.worker)
    new.work()
    bring_in_topics(omar, track, make_topics(tmp_path, "four"), number=4)
