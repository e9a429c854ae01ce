"""A file during its import: its place, its parameters, its findings."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from runs.kernel.checks.decompression import Limits, unpack
from runs.kernel.checks.findings import Notes, Report, Words
from runs.limits import overdue, reading_limits
from runs.models import Import, Track
from runs.uploads import open_content

if TYPE_CHECKING:
    from jobs.run import Running

MEGABYTE = 1_000_000
# The lengths of the columns of names, in characters.
LONGEST_TOPIC, LONGEST_TAG, LONGEST_DOCID = 64, 150, 255


class Refused(Exception):
    """The file cannot be imported; the message is a sentence that says what to do."""


class Unchanged(Exception):
    """The same content is imported already: nothing to do."""


@dataclass
class Incoming:
    """An import in progress."""

    row: Import
    running: Running
    report: Report = field(default_factory=Report)
    started: float = field(default_factory=time.monotonic)

    @property
    def track(self) -> Track:
        """Return the track of the import."""
        return self.row.track

    def param(self, name: str) -> str:
        """Return a parameter as text, "" if it is missing."""
        value = self.row.params.get(name)
        return "" if value is None else str(value)

    def flag(self, name: str) -> bool:
        """Return whether a switch is on."""
        return bool(self.row.params.get(name))

    @property
    def to_replace(self) -> str:
        """Return the first words on replacing content: by command, or on the page."""
        return "Give --replace" if self.param("path") else "Choose “replace”"

    @property
    def limit(self) -> int | None:
        """Return the largest unpacked size in bytes, None for no limit."""
        return self._limits.size

    @cached_property
    def notes(self) -> Notes:
        """Return the notes for findings that the readers cannot make."""
        return Notes(self.report, self.row.filename)

    @cached_property
    def profile_notes(self) -> Notes:
        """Return the notes for findings whose severity the track's profile decides."""
        severities = self.track.profile.severities
        return Notes(self.report, self.row.filename, severities)

    def note_long(self, line: int | None, field: str, name: str, most: int) -> None:
        """Note a name that is too long for its column in the database."""
        if len(name) > most:
            expected = f"at most {most} characters"
            self.notes.add("long_name", line, field, name, expected)

    def note_many(self, line: int | None, field: str, number: int, limit: str) -> None:
        """Note a number that exceeds the profile's limit of that name."""
        self._note_past("too_many", line, field, number, limit)

    def note_text(
        self, line: int | None, field: str, *texts: str, limit: str = "text"
    ) -> None:
        """Note a text that exceeds the profile's limit; several count as one."""
        self._note_past("too_long", line, field, sum(map(len, texts)), limit)

    def _note_past(
        self, kind: str, line: int | None, field: str, number: int, limit: str
    ) -> None:
        most = self.track.profile.limits[limit]
        if number > most:
            expected = f"at most {most:,}: limits.{limit} of the track’s profile"
            self.notes.add(kind, line, field, Words(f"{number:,}"), expected)

    def open(self) -> BinaryIO:
        """Open the file at its start; raise Refused if it is missing or has changed.

        Reading it reports its progress: see `_read`.
        """
        try:
            file = self._opened()
        except OSError as error:
            raise Refused(
                f"{self.row.filename} is no longer in its place "
                f"({error.strerror or 'unreadable'}). Import it again."
            ) from error
        size = file.seek(0, os.SEEK_END)
        file.seek(0)
        if size != self.row.size:
            file.close()
            raise Refused(
                f"{self.row.filename} has changed since the import began. "
                "Import it again."
            )
        return unpack(file, self._limits, self._read)

    def _opened(self) -> BinaryIO:
        named = self.param("path")
        return Path(named).open("rb") if named else open_content(self.row.sha256)

    def step(self, done: int, total: int | None, message: str) -> None:
        """Report the progress of the work; end it if somebody cancelled it."""
        self.running.step(done, total, message)
        self.running.check()

    @property
    def _limits(self) -> Limits:
        return reading_limits(named=bool(self.param("path")))

    def _read(self, read: int) -> None:
        """Report the progress of reading; end it after a cancellation or too long.

        Called for bytes and lines as they are read, whatever happens to them.
        """
        total = self.row.size // MEGABYTE
        self.step(read // MEGABYTE, total, "reading, in megabytes")
        if late := overdue(self.started):
            raise Refused(late)
