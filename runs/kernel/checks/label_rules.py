"""What labels from a file are held to once they are read: docids, and a run's scale."""

import re
from collections.abc import Collection, Iterable
from typing import Protocol

from runs.kernel.checks.findings import Notes


class Labelled(Protocol):
    """A row of qrels, or of a run's judgments."""

    @property
    def line(self) -> int:
        """Return its line in the file."""

    @property
    def docid(self) -> str:
        """Return the document that it is about."""

    @property
    def grade(self) -> int | str:
        """Return the grade that it gives."""


def note_docids(rows: Iterable[Labelled], pattern: str | None, notes: Notes) -> None:
    """Note each docid of another form than the corpus's; None is any form."""
    if pattern is None:
        return
    matches = re.compile(pattern).fullmatch
    for row in rows:
        if not matches(row.docid):
            notes.add("bad_label_docid", row.line, "docid", row.docid, pattern)


def note_off_scale(
    rows: Iterable[Labelled], grades: Collection[int], notes: Notes
) -> None:
    """Note each grade off the track's scale, with the range that these grades have."""
    scale = {str(grade) for grade in grades}
    off = [row for row in rows if str(row.grade) not in scale]
    if not off:
        return
    found = [float(row.grade) for row in off]
    expected = (
        f"{min(grades)} to {max(grades)}; the grades off this scale are "
        f"{min(found):g} to {max(found):g}"
    )
    for row in off:
        notes.add("off_scale_judgment", row.line, "grade", row.grade, expected)
