"""Relevance labels in four columns: topic, an ignored one, docid, grade."""

import re
from collections.abc import Container, Iterator
from typing import BinaryIO, NamedTuple

from runs.kernel.checks.findings import Notes, Report
from runs.kernel.checks.lines import read_lines
from runs.kernel.checks.repeats import Repeats

COLUMNS = "4 columns: topic 0 docid grade"
UNJUDGED, HIGHEST = -1, 127
WHOLE = re.compile(r"-?[0-9]{1,9}", re.ASCII)
DECIMAL = re.compile(r"(-?[0-9]{1,9})\.0*", re.ASCII)


class Qrel(NamedTuple):
    """One relevance label."""

    line: int
    topic: str
    docid: str
    grade: int


def read_qrels(
    source: BinaryIO,
    name: str,
    *,
    report: Report,
    topics: Container[str] | None = None,
    grades: Container[int] | None = None,
    limit: int | None = None,
) -> Iterator[Qrel]:
    """Yield the labels, in file order; -1 is unjudged: counted, not yielded.

    topics, grades: the permitted ones, None for any (grades: -1 to 127).
    """
    notes = Notes(report, name)
    repeats = Repeats(notes)
    for number, text in read_lines(source, notes, limit=limit):
        cells = text.split()
        if len(cells) != 4:
            notes.add("wrong_columns", number, "", len(cells), COLUMNS)
            continue
        topic, _, docid, written = cells
        grade = _read_grade(notes, number, written, grades)
        if topics is not None and topic not in topics:
            notes.add("unknown_topic", number, "topic", topic, "a topic of the track")
        if grade is None or not repeats.is_first((topic, docid), grade, number):
            continue
        if grade == UNJUDGED:
            notes.add("unjudged", number, "grade")
        else:
            yield Qrel(number, topic, docid, grade)


def _read_grade(
    notes: Notes, line: int, written: str, grades: Container[int] | None
) -> int | None:
    decimal = DECIMAL.fullmatch(written)
    if decimal is None and not WHOLE.fullmatch(written):
        notes.add("bad_number", line, "grade", written, "a whole number")
        return None
    grade = int(decimal[1] if decimal else written)
    if decimal:
        notes.add("decimal_grade", line, "grade", written, str(grade))
    if not UNJUDGED <= grade <= HIGHEST:
        notes.add("bad_number", line, "grade", written, "-1 to 127")
        return None
    if grades is not None and grade != UNJUDGED and grade not in grades:
        notes.add("off_scale", line, "grade", written, "a grade of the track's scale")
    return grade
