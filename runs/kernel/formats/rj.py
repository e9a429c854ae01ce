"""Relevance judgments as runs submit them, in six columns with the grade fourth."""

from collections.abc import Container, Iterator
from math import isfinite
from typing import BinaryIO, NamedTuple

from runs.kernel.checks.findings import Notes, Report
from runs.kernel.checks.lines import read_lines
from runs.kernel.checks.repeats import Repeats

COLUMNS = "6 columns: topic Q0 docid grade confidence run"
UNJUDGED = "-1"


class Judgment(NamedTuple):
    """One judgment of a run; grade is a number as text, whole ones without a point."""

    line: int
    topic: str
    docid: str
    grade: str
    confidence: float


def read_rj(
    source: BinaryIO,
    name: str,
    *,
    report: Report,
    topics: Container[str] | None = None,
    own_scale: bool = False,
    limit: int | None = None,
) -> Iterator[Judgment]:
    """Yield a run's judgments in file order, on any scale of finite numbers.

    -1 is unjudged: counted, not yielded, except on a scale of the run's own.
    """
    notes = Notes(report, name)
    repeats = Repeats(notes)
    first: str | None = None
    for number, text in read_lines(source, notes, limit=limit):
        cells = text.split()
        if len(cells) != 6:
            notes.add("wrong_columns", number, "", len(cells), COLUMNS)
            continue
        topic, _, docid, written, sure, tag = cells
        first = first or tag
        if tag != first:
            notes.add("changing_run_tag", number, "run tag", tag, first)
        grade = _number(notes, number, "grade", written)
        confidence = _number(notes, number, "confidence", sure)
        if topics is not None and topic not in topics:
            notes.add("unknown_topic", number, "topic", topic, "a topic of the track")
        if grade is None or confidence is None:
            continue
        said = f"{grade:.12g}"
        if not repeats.is_first((topic, docid), said, number):
            continue
        if said == UNJUDGED and not own_scale:
            notes.add("unjudged", number, "grade")
        else:
            yield Judgment(number, topic, docid, said, confidence)


def read_pairs(
    source: BinaryIO, name: str, *, report: Report, limit: int | None = None
) -> Iterator[tuple[str, str]]:
    """Yield each pair of topic and docid that the task asks for, once."""
    notes = Notes(report, name)
    seen: set[tuple[str, str]] = set()
    for number, text in read_lines(source, notes, limit=limit):
        cells = text.split()
        if len(cells) != 2:
            expected = "2 columns: topic docid"
            notes.add("wrong_columns", number, "", len(cells), expected)
            continue
        pair = (cells[0], cells[1])
        if pair not in seen:
            seen.add(pair)
            yield pair


def _number(notes: Notes, line: int, field: str, written: str) -> float | None:
    try:
        number = float(written)
    except ValueError:
        number = float("nan")
    if not isfinite(number) or "_" in written:
        notes.add("bad_number", line, field, written, "a finite number")
        return None
    return number + 0.0  # no -0
