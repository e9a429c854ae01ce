"""Checks of labels after reading: docids, and a run's scale."""

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
        """Return the docid of the labelled document."""

    @property
    def grade(self) -> int | str:
        """Return the grade."""


def note_docids(rows: Iterable[Labelled], pattern: str | None, notes: Notes) -> None:
    """Note each docid that does not match the corpus's pattern; None is any form."""
    if pattern is None:
        return
    matches = re.compile(pattern).fullmatch
    for row in rows:
        if not matches(row.docid):
            notes.add("bad_label_docid", row.line, "docid", row.docid, pattern)


def note_off_scale(
    rows: Iterable[Labelled], grades: Collection[int], notes: Notes
) -> None:
    """Note each grade off the track's scale, with the range of these grades."""
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
