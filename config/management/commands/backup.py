"""Write database and uploads to one file, while everything runs."""

import shutil
import sys
import tempfile
from argparse import ArgumentParser
from pathlib import Path
from typing import IO, Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from config.backup.actions import Written, whole_or_none, write_backup
from config.backup.bundle import Bundle


class Command(BaseCommand):
    """Makes a backup; nothing has to stop for it."""

    help = (
        "Write the database and the uploads into FILE, while Assay runs. Only you can "
        "read the file. SECRET_KEY and sessions are not in it."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="the file, or - for standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            if options["file"] == "-":
                written = self.to_stdout()
            else:
                path = Path(options["file"]).absolute()
                with whole_or_none(path) as target:
                    written = _checked(target)
        except OSError as error:
            raise CommandError(f"No backup was made: {error}") from error
        for sha256 in written.damaged:
            self.stderr.write(f"Left out, for it does not have its hash: {sha256}")
        if options["verbosity"]:
            said = f"{options['file']}: the database and {written.uploads} uploads."
            self.stderr.write(said)

    def to_stdout(self) -> Written:
        """Write a whole backup to standard output."""
        if sys.stdout.isatty():
            raise CommandError("Standard output is a terminal: send it into a file.")
        with tempfile.TemporaryFile(dir=settings.FILE_UPLOAD_TEMP_DIR) as target:
            written = _checked(target)
            target.seek(0)
            shutil.copyfileobj(target, sys.stdout.buffer)
            sys.stdout.buffer.flush()
        return written


def _checked(target: IO[bytes]) -> Written:
    """Write the backup, then read it again as a restore would."""
    written = write_backup(target)
    target.seek(0)
    Bundle(target).check()
    return written
