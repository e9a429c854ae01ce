"""One file on its way in: where it lies, what is known of it, what was found."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from runs.kernel.checks.findings import Notes, Report, Words
from runs.kernel.checks.unpacking import Limits, unpack
from runs.limits import overdue, reading_limits
from runs.models import Import, Track
from runs.uploads import open_content

if TYPE_CHECKING:
    from jobs.run import Running

MEGABYTE = 1_000_000
# What the columns of names hold, in characters.
LONGEST_TOPIC, LONGEST_TAG, LONGEST_DOCID = 64, 150, 255


class Refused(Exception):
    """The file cannot come in; the message is a sentence that says what to do."""


class Unchanged(Exception):
    """The very same content is in already: nothing to do."""


@dataclass
class Incoming:
    """An import under way."""

    row: Import
    running: Running
    report: Report = field(default_factory=Report)
    started: float = field(default_factory=time.monotonic)

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
        """Return the largest unpacked size in bytes, None for no limit."""
        return self._limits.size

    @cached_property
    def notes(self) -> Notes:
        """Return where importers note what the readers cannot know."""
        return Notes(self.report, self.row.filename)

    @cached_property
    def profile_notes(self) -> Notes:
        """Return where importers note what the track's profile makes grave or not."""
        severities = self.track.profile.severities
        return Notes(self.report, self.row.filename, severities)

    def note_long(self, line: int | None, field: str, name: str, most: int) -> None:
        """Note a name that no column of the database would hold."""
        if len(name) > most:
            expected = f"at most {most} characters"
            self.notes.add("long_name", line, field, name, expected)

    def note_many(self, line: int | None, field: str, number: int, limit: str) -> None:
        """Note more of something than the profile's limit of that name."""
        self._note_past("too_many", line, field, number, limit)

    def note_text(
        self, line: int | None, field: str, *texts: str, limit: str = "text"
    ) -> None:
        """Note a text that is longer than the profile's limit; several count as one."""
        self._note_past("too_long", line, field, sum(map(len, texts)), limit)

    def _note_past(
        self, kind: str, line: int | None, field: str, number: int, limit: str
    ) -> None:
        most = self.track.profile.limits[limit]
        if number > most:
            expected = f"at most {most:,}: limits.{limit} of the track’s profile"
            self.notes.add(kind, line, field, Words(f"{number:,}"), expected)

    def open(self) -> BinaryIO:
        """Open the file at its start; raise Refused where it is gone or another.

        Whoever reads it is watched: see `_read`.
        """
        try:
            file = self._opened()
        except OSError as error:
            raise Refused(
                f"{self.row.filename} is no longer where it lay "
                f"({error.strerror or 'unreadable'}). Bring it in again."
            ) from error
        size = file.seek(0, os.SEEK_END)
        file.seek(0)
        if size != self.row.size:
            file.close()
            raise Refused(
                f"{self.row.filename} has changed since the import began. "
                "Bring it in again."
            )
        return unpack(file, self._limits, self._read)

    def _opened(self) -> BinaryIO:
        named = self.param("path")
        return Path(named).open("rb") if named else open_content(self.row.sha256)

    def step(self, done: int, total: int | None, message: str) -> None:
        """Tell how far the work is, and end it here if somebody cancelled it."""
        self.running.step(done, total, message)
        self.running.check()

    @property
    def _limits(self) -> Limits:
        return reading_limits(named=bool(self.param("path")))

    def _read(self, read: int) -> None:
        """Tell how far the reading is; end it where it was cancelled or takes too long.

        Called as bytes and lines go by, whatever becomes of them.
        """
        total = self.row.size // MEGABYTE
        self.step(read // MEGABYTE, total, "reading, in megabytes")
        if late := overdue(self.started):
            raise Refused(late)
