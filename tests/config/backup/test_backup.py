"""One command makes a backup, while everything runs."""

from __future__ import annotations

import io
import re
import sqlite3
import stat
import zipfile
from pathlib import Path
from threading import Event, Thread

import pytest
from django.conf import settings as django_settings
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from pytest_django import Settings

from accounts.models import User
from config.backup.actions import NotEmpty, restore_backup, write_backup
from config.backup.bundle import Bundle
from config.launch.folder_lock import only_one
from runs.uploads import store
from tests.content_paths import stored_path

pytestmark = pytest.mark.both_stacks


def test_only_its_owner_reads_it(backup: Path) -> None:
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    assert list(backup.parent.iterdir()) == [backup]


def test_it_takes_the_place_of_an_earlier_one(backup: Path) -> None:
    before = backup.stat().st_ino
    call_command("backup", str(backup), verbosity=0)
    assert backup.stat().st_ino != before
    assert list(backup.parent.iterdir()) == [backup]


def test_one_that_cannot_be_written_leaves_nothing(tmp_path: Path, db: None) -> None:
    with pytest.raises(CommandError, match="No backup was made"):
        call_command("backup", str(tmp_path / "no" / "folder" / "assay.zip"))
    assert list(tmp_path.iterdir()) == []


class Writer:
    """Somebody who creates two accounts in each transaction, until stopped."""

    def __init__(self) -> None:
        self.begun, self.over = Event(), Event()
        self.thread = Thread(target=self._run)

    def __enter__(self) -> None:
        self.thread.start()
        assert self.begun.wait(30)

    def __exit__(self, *_error: object) -> None:
        self.over.set()
        self.thread.join()

    def _run(self) -> None:
        number = 0
        while not self.over.is_set():
            with transaction.atomic():
                User.objects.create(username=f"left-{number}-")
                User.objects.create(username=f"right-{number}-")
            number += 1
            if number > 5:
                self.begun.set()
        connection.close()


def names_in(target: io.BytesIO) -> list[str]:
    """Return the people of a backup."""
    with zipfile.ZipFile(target) as bundle:
        if connection.vendor == "postgresql":
            return re.findall(
                r"(?:left|right)-\d+-", bundle.read("tables/accounts_user").decode()
            )
        copy = sqlite3.connect(":memory:")
        copy.deserialize(bundle.read("database.sqlite3"))
    return [name for (name,) in copy.execute("SELECT username FROM accounts_user")]


@pytest.mark.django_db(transaction=True)
def test_it_is_of_one_moment_while_others_write() -> None:
    target = io.BytesIO()
    with Writer():
        write_backup(target)
    names = names_in(target)
    left = {name.partition("-")[2] for name in names if name.startswith("left")}
    right = {name.partition("-")[2] for name in names if name.startswith("right")}
    assert left == right
    assert len(left) > 5


def test_a_damaged_upload_is_named_and_the_rest_is_kept(
    tmp_path: Path,
    settings: Settings,
    transactional_db: None,
    capsys: pytest.CaptureFixture[str],
) -> None:
    settings.DATA_DIR = tmp_path / "var"
    whole, damaged = store([b"whole"]), store([b"damaged"])
    stored_path(damaged.sha256).write_bytes(b"other")
    (tmp_path / "var" / "uploads" / "part-left-over").write_bytes(b"half")
    call_command("backup", str(tmp_path / "assay.zip"))
    said = capsys.readouterr().err
    assert f"Left out, for it does not have its hash: {damaged.sha256}" in said
    with (tmp_path / "assay.zip").open("rb") as source:
        assert Bundle(source).uploads() == [whole.sha256]


def test_what_is_here_is_not_replaced_unasked(backup: Path) -> None:
    words = "has 1 account, 0 tracks and 0 other rows, .* would be deleted.*--replace"
    with backup.open("rb") as source, pytest.raises(NotEmpty, match=words):
        restore_backup(Bundle(source), replace=False)
    with pytest.raises(CommandError, match="Nothing was restored"):
        call_command("restore", str(backup))
    assert User.objects.get().username == "ada"


def test_a_check_restores_nothing(
    backup: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    User.objects.all().delete()
    call_command("restore", "--check", str(backup))
    assert "is whole and can be restored" in capsys.readouterr().out
    assert not User.objects.exists()


def test_while_it_runs_here_nothing_is_restored(backup: Path) -> None:
    with (
        only_one(Path(django_settings.DATA_DIR)),
        pytest.raises(CommandError, match="already runs"),
    ):
        call_command("restore", "--replace", str(backup))


@pytest.mark.stack("production")
def test_while_others_are_connected_nothing_is_restored(
    backup: Path, database_url: str
) -> None:
    import psycopg

    with (
        psycopg.connect(database_url),
        pytest.raises(CommandError, match=r"connected .* stop the web server"),
    ):
        call_command("restore", "--replace", str(backup))
