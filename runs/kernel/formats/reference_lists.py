"""Reference lists: the documents from which AG runs cite, in three columns."""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import BinaryIO, NamedTuple

from runs.kernel.checks.findings import Notes, Report
from runs.kernel.checks.lines import read_lines
from runs.kernel.checks.repeats import Repeats

COLUMNS = "3 columns: topic rank docid"


class ListedDocument(NamedTuple):
    """A document of a topic's list, and its rank from 1."""

    line: int
    topic: str
    rank: int
    docid: str


def read_reference_list(
    source: BinaryIO,
    name: str,
    *,
    report: Report,
    topics: Container[str],
    limit: int | None = None,
) -> Iterator[ListedDocument]:
    """Yield the documents in file order; a header `topic rank docid` is skipped."""
    notes = Notes(report, name)
    repeats = Repeats(notes)
    for number, text in read_lines(source, notes, limit=limit):
        cells = text.split()
        if len(cells) != 3:
            notes.add("wrong_columns", number, "", len(cells), COLUMNS)
            continue
        topic, rank, docid = cells
        if number == 1 and rank.casefold() == "rank":
            continue
        if not (rank.isascii() and rank.isdigit() and len(rank) < 10):
            notes.add("bad_number", number, "rank", rank, "1, 2, 3 and so on")
        elif topic not in topics:
            notes.add("unknown_topic", number, "topic", topic, "a topic of the track")
        elif repeats.is_first((topic, docid), int(rank), number):
            yield ListedDocument(number, topic, int(rank), docid)
