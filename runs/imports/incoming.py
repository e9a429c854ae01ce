"""One file on its way in: where it lies, what is known of it, what was found."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from django.conf import settings

from runs.kernel.findings import Report
from runs.models import Import, Track
from runs.uploads import stored_path

if TYPE_CHECKING:
    from jobs.running import Running


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
    def limit(self) -> int | None:
        """Return the largest unpacked size, bytes; None for files named on a command.

        Whoever can run a command on this machine may fill its disk anyway.
        """
        return None if self.param("path") else settings.UNPACKED_LIMIT

    def open(self) -> BinaryIO:
        """Open the file at its start; raise Refused where it is gone."""
        named = self.param("path")
        path = Path(named) if named else stored_path(self.row.sha256)
        try:
            return path.open("rb")
        except OSError as error:
            raise Refused(f"{self.row.filename} cannot be read: {error}.") from error

    def step(self, done: int, total: int | None, message: str) -> None:
        """Tell how far the work is, and end it here if somebody cancelled it."""
        self.running.step(done, total, message)
        self.running.check()
