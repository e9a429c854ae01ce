"""One file on its way in: where it lies, what is known of it, what was found."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, cast

from django.conf import settings

from runs.kernel.findings import Notes, Report
from runs.models import Import, Track
from runs.uploads import stored_path

if TYPE_CHECKING:
    from jobs.running import Running

MEGABYTE = 1_000_000
# What the columns of names hold, in characters.
LONGEST_TOPIC, LONGEST_TAG, LONGEST_DOCID = 64, 150, 255
EVERY = 8 * MEGABYTE  # bytes between two looks at whether the job was cancelled


class Refused(Exception):
    """The file cannot come in; the message is a sentence that says what to do."""


class Unchanged(Exception):
    """The very same content is in already: nothing to do."""


class WatchedFile(io.FileIO):
    """A file that tells from time to time how many bytes of it were read."""

    def __init__(self, path: Path, tell: Callable[[int], None]) -> None:
        super().__init__(path)
        self._say = tell
        self._next = EVERY

    def read(self, size: int | None = -1) -> bytes:
        """Read, and tell when another 8 MB have gone by."""
        data = super().read(-1 if size is None else size)
        if self.tell() >= self._next:
            self._next += EVERY
            self._say(self.tell())
        return data


@dataclass
class Incoming:
    """An import under way."""

    row: Import
    running: Running
    report: Report = field(default_factory=Report)

    @property
    def track(self) -> Track:
        """Return the track that the file is for."""
        return self.row.track

    def param(self, name: str) -> str:
        """Return a parameter as text, "" where it is missing."""
        value = self.row.params.get(name)
        return "" if value is None else str(value)

    def flag(self, name: str) -> bool:
        """Say whether a switch is on."""
        return bool(self.row.params.get(name))

    @property
    def to_replace(self) -> str:
        """Return the first words of how to replace what is in: by command, or here."""
        return "Give --replace" if self.param("path") else "Choose “replace”"

    @property
    def limit(self) -> int | None:
        """Return the largest unpacked size, bytes; None for files named on a command.

        Whoever can run a command on this machine may fill its disk anyway.
        """
        return None if self.param("path") else settings.UNPACKED_LIMIT

    @cached_property
    def notes(self) -> Notes:
        """Return where importers note what the readers cannot know."""
        return Notes(self.report, self.row.filename)

    def note_long(self, line: int | None, field: str, name: str, most: int) -> None:
        """Note a name that no column of the database would hold."""
        if len(name) > most:
            expected = f"at most {most} characters"
            self.notes.add("long_name", line, field, name, expected)

    def open(self) -> BinaryIO:
        """Open the file at its start; raise Refused where it is gone or another."""
        named = self.param("path")
        path = Path(named) if named else stored_path(self.row.sha256)
        try:
            file = WatchedFile(path, self._read)
        except OSError as error:
            raise Refused(
                f"{self.row.filename} is no longer where it lay "
                f"({error.strerror or 'unreadable'}). Bring it in again."
            ) from error
        if path.stat().st_size != self.row.size:
            file.close()
            raise Refused(
                f"{self.row.filename} has changed since the import began. "
                "Bring it in again."
            )
        return cast(BinaryIO, file)

    def step(self, done: int, total: int | None, message: str) -> None:
        """Tell how far the work is, and end it here if somebody cancelled it."""
        self.running.step(done, total, message)
        self.running.check()

    def _read(self, read: int) -> None:
        total = self.row.size // MEGABYTE
        self.step(read // MEGABYTE, total, "reading, in megabytes")
