"""What both databases share: the tables of our models, and the applied migrations."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from config.backup.bundle import BadBackup

MIGRATIONS = "django_migrations"
ACCOUNTS, TRACKS = "accounts_user", "runs_track"
# Tables that are not restored: ended sessions must not become valid again, and the new
# installation may have another storage.
LEFT_EMPTY = ("django_session", "accounts_tries", "runs_uploadsmark")
# Tables that every migrated database fills, even an otherwise empty one.
ALWAYS_FULL = {MIGRATIONS, "django_content_type", "auth_permission"}

Add = Callable[[str, Iterator[bytes]], object]


class Dumped(NamedTuple):
    """What the manifest contains about a database."""

    migrations: list[str]
    tables: dict[str, list[str]]
    sequences: dict[str, tuple[int, bool]]


def our_tables() -> list[str]:
    """Return the tables of this code's models that exist in the database."""
    with connection.cursor() as cursor:
        there = set(connection.introspection.table_names(cursor))
    ours = {*connection.introspection.django_table_names(), MIGRATIONS}
    return sorted(ours & there)


def applied() -> list[str]:
    """Return the migrations that the database has, as APP.NAME, in order."""
    recorder = MigrationRecorder(connection)
    return sorted(f"{app}.{name}" for app, name in recorder.applied_migrations())


def refuse_unknown_migrations(migrations: list[str]) -> None:
    """Raise BadBackup if a newer or another Assay created the database."""
    loader = MigrationLoader(None)
    known = {f"{app}.{name}" for app, name in loader.disk_migrations}
    if unknown := sorted(set(migrations) - known):
        raise BadBackup(
            "Another version of Assay made this backup, with migrations that are not "
            f"known here: {', '.join(unknown)}. Restore with that version or a newer "
            "one."
        )


class Content(NamedTuple):
    """How much a database contains."""

    accounts: int
    tracks: int
    others: int

    def __str__(self) -> str:
        """Return it as words."""
        accounts = "account" if self.accounts == 1 else "accounts"
        tracks = "track" if self.tracks == 1 else "tracks"
        return (
            f"{self.accounts} {accounts}, {self.tracks} {tracks} and {self.others} "
            "other rows"
        )


def content() -> Content:
    """Count what would be lost if another database replaced this one."""
    counts = {
        table: _count(table)
        for table in our_tables()
        if table not in ALWAYS_FULL and table not in LEFT_EMPTY
    }
    accounts = counts.pop(ACCOUNTS, 0)
    tracks = counts.pop(TRACKS, 0)
    return Content(accounts, tracks, sum(counts.values()))


def _count(table: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT count(*) FROM {connection.ops.quote_name(table)}")  # noqa: S608
        return int(cursor.fetchone()[0])
