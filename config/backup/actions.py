"""Write the whole installation to one file, and restore it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, NamedTuple

from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from assess.exchange.archive.writer import assay_version
from config.backup import postgres, sqlite
from config.backup.bundle import CHUNK, BadBackup, Bundle, Manifest, Writer
from config.backup.databases import Content, content, refuse_unknown_migrations
from runs.uploads import (
    delete_content,
    measure,
    open_content,
    store,
    stored_hashes,
)

DATABASES = {"sqlite": sqlite, "postgresql": postgres}
Say = Callable[[str], None]


class NotEmpty(Exception):
    """This installation has data already; the message says what would be lost."""


class Written(NamedTuple):
    """What a backup contains, and the damaged uploads that it omits."""

    uploads: int
    damaged: list[str]


def write_backup(target: IO[bytes]) -> Written:
    """Write database and uploads; people can go on working.

    Uploads are written after the database: they never change, and no row of the dump
    names one that was added later.
    """
    writer, made = Writer(target), timezone.now()
    dumped = DATABASES[connection.vendor].dump(writer.add)
    whole, damaged = _sorted_uploads()
    for sha256 in whole:
        writer.add(f"uploads/{sha256}", _chunks(sha256))
    writer.close(
        assay=assay_version(),
        made=made.isoformat(),
        database=connection.vendor,
        **dumped._asdict(),
    )
    return Written(len(whole), damaged)


def check_backup(bundle: Bundle) -> Manifest:
    """Raise BadBackup unless the file is complete and can be restored here."""
    told = bundle.manifest
    if told["database"] != connection.vendor:
        raise BadBackup(
            f"It holds a database of {told['database']}, and DATABASE_URL names one of "
            f"{connection.vendor}. To change from one to the other, move each track as "
            "an archive (docs/archive.md)."
        )
    refuse_unknown_migrations(told["migrations"])
    bundle.check()
    return told


def restore_backup(bundle: Bundle, *, replace: bool) -> None:
    """Replace this installation's data by a checked backup.

    Uploads are written first, then the database in one transaction. Until that ends,
    nothing has changed except for files that no row names. Raise NotEmpty unless
    `replace`.
    """
    here, files = content(), set(stored_hashes())
    if not replace and (any(here) or files):
        raise NotEmpty(_what_goes(here, len(files)))
    for sha256 in bundle.uploads():
        stored = store(bundle.chunks(f"uploads/{sha256}"))
        if stored.sha256 != sha256:
            raise BadBackup(f"uploads/{sha256} is damaged.")
    DATABASES[connection.vendor].load(bundle)
    for sha256 in files.difference(bundle.uploads()):
        delete_content(sha256)
    call_command("migrate", interactive=False, verbosity=0)


@contextmanager
def whole_or_none(path: Path) -> Iterator[IO[bytes]]:
    """Open a file that only its owner can read; it is named once it is complete."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    handle = os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "w+b") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def _what_goes(here: Content, files: int) -> str:
    uploads = "1 upload" if files == 1 else f"{files} uploads"
    return (
        f"This installation is not empty: it has {here}, and {uploads}. "
        "All of it would be deleted. To replace it with the backup, add --replace."
    )


def _sorted_uploads() -> tuple[list[str], list[str]]:
    """Return the uploads that match their hash, and those that do not."""
    found: tuple[list[str], list[str]] = [], []
    for sha256 in stored_hashes():
        with open_content(sha256) as source:
            found[measure(source).sha256 != sha256].append(sha256)
    return found


def _chunks(sha256: str) -> Iterator[bytes]:
    with open_content(sha256) as source:
        while chunk := source.read(CHUNK):
            yield chunk
