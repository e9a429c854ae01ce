"""Replace the data of this installation by a backup."""

import shutil
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from config.backup.actions import NotEmpty, check_backup, restore_backup
from config.backup.bundle import BadBackup, Bundle
from config.backup.postgres import other_connections
from config.launch.folder_lock import only_one


class Command(BaseCommand):
    """Checks the whole file first, then restores all of it or nothing."""

    help = (
        "Restore the database and the uploads from FILE. Stop Assay first. What is "
        "here already is only replaced with --replace."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="the file, or - for standard input")
        parser.add_argument(
            "--replace", action="store_true", help="delete what is here already"
        )
        parser.add_argument(
            "--check", action="store_true", help="only check that it could be restored"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            with _opened(options["file"]) as source:
                bundle = Bundle(source)
                made = check_backup(bundle)["made"]
                if not options["check"]:
                    with only_one(Path(settings.DATA_DIR)):
                        _refuse_company()
                        restore_backup(bundle, replace=options["replace"])
        except (BadBackup, NotEmpty, OSError) as error:
            raise CommandError(f"Nothing was restored. {error}") from error
        done = "is whole and can be restored" if options["check"] else "is restored"
        self.stdout.write(f"The backup of {made} {done}.")


def _refuse_company() -> None:
    """Raise CommandError while others use the database that would be replaced."""
    if connection.vendor == "postgresql" and (others := other_connections()):
        raise CommandError(
            f"Nothing was restored. {others} others are connected to the database: "
            "stop the web server and the worker first."
        )


@contextmanager
def _opened(name: str) -> Iterator[IO[bytes]]:
    """Open the file, or standard input."""
    if name != "-":
        with Path(name).open("rb") as source:
            yield source
        return
    with tempfile.TemporaryFile(dir=settings.FILE_UPLOAD_TEMP_DIR) as copy:
        shutil.copyfileobj(sys.stdin.buffer, copy)
        copy.seek(0)
        yield copy
