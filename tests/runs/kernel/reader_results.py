"""Read a text with one of the readers; return its records and its findings."""

import io
from collections.abc import Callable, Iterator
from typing import TypeVar

from runs.kernel.checks.findings import Report
from tests.real_data import real

T = TypeVar("T")
Found = tuple[str, str, int | None]


def read(
    reader: Callable[..., Iterator[T]], text: str | bytes, **kwargs: object
) -> tuple[list[T], Report]:
    """Return the records of a file and the report on it."""
    report = Report()
    raw = text.encode() if isinstance(text, str) else text
    return list(reader(io.BytesIO(raw), "file", report=report, **kwargs)), report


def found(report: Report) -> list[Found]:
    """Return severity, kind and line of every finding, in order of the lines."""
    notes = [(note.severity, note.kind, note.line) for note in report]
    return sorted(notes, key=lambda note: (note[2] or 0, note[1]))


def read_data(
    reader: Callable[..., Iterator[T]], path: str, **kwargs: object
) -> tuple[list[T], Report]:
    """Read one of the organizers' own files; skip the test if they are missing."""
    report = Report()
    with real(path).open("rb") as source:
        return list(reader(source, path, report=report, **kwargs)), report
