"""SQLite: backup and restore by its own online backup."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from django.conf import settings
from django.db import connection

from config.backup.bundle import CHUNK, SQLITE, BadBackup, Bundle
from config.backup.databases import LEFT_EMPTY, Add, Dumped

BUSY = 60  # seconds that others may lock the database


def dump(add: Add) -> Dumped:
    """Add the database as of one moment, while others write."""
    with tempfile.TemporaryDirectory(dir=settings.FILE_UPLOAD_TEMP_DIR) as folder:
        path = Path(folder) / SQLITE
        with closing(_opened(_place())) as live, closing(_opened(path)) as copy:
            live.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")
            migrations = _make_ready(copy)
        add(SQLITE, _read(path))
    return Dumped(migrations, {}, {})


def _make_ready(copy: sqlite3.Connection) -> list[str]:
    """Erase the tables that are not restored, without trace; return the migrations."""
    copy.execute("PRAGMA secure_delete=ON")
    there = {name for (name,) in copy.execute("SELECT name FROM sqlite_master")}
    for table in there.intersection(LEFT_EMPTY):
        copy.execute(f"DELETE FROM {table}")  # noqa: S608 - our own tables
    copy.commit()
    rows = copy.execute("SELECT app, name FROM django_migrations").fetchall()
    return sorted(f"{app}.{name}" for app, name in rows)


def load(bundle: Bundle) -> None:
    """Replace this database by the backup's, completely or not at all."""
    with tempfile.TemporaryDirectory(dir=settings.FILE_UPLOAD_TEMP_DIR) as folder:
        path = Path(folder) / SQLITE
        with path.open("wb") as file:
            for chunk in bundle.chunks(SQLITE):
                file.write(chunk)
        connection.close()
        with closing(_opened(path)) as copy, closing(_opened(_place())) as live:
            try:
                found = copy.execute("PRAGMA integrity_check").fetchone()
            except sqlite3.DatabaseError as error:
                raise BadBackup(
                    f"Its database is not a SQLite file: {error}."
                ) from error
            if found != ("ok",):
                raise BadBackup(f"Its database is damaged: {found[0]}")
            copy.backup(live)


def _place() -> Path:
    return Path(str(connection.settings_dict["NAME"]))


def _opened(path: Path) -> sqlite3.Connection:
    if not path.exists():
        path.touch(mode=0o600)
    return sqlite3.connect(path, timeout=BUSY)


def _read(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        while chunk := file.read(CHUNK):
            yield chunk
