"""Retrieval runs in TREC's six columns."""

from collections.abc import Iterator
from math import isfinite
from typing import BinaryIO, NamedTuple

from runs.kernel.checks.findings import Notes, Report
from runs.kernel.checks.lines import read_lines
from runs.kernel.checks.requirements import Checks
from runs.kernel.checks.run_rules import RunRules

COLUMNS = "topic Q0 docid rank score run"


class RankedRow(NamedTuple):
    """One retrieved document; line counts from 1, score is finite."""

    line: int
    topic: str
    docid: str
    rank: int
    score: float
    run_tag: str


class _List:
    """The rows of one topic that were read so far."""

    __slots__ = ("docids", "rank", "ranks", "score")

    def __init__(self) -> None:
        self.docids: set[str] = set()
        self.rank = 0
        self.ranks: set[int] = set()
        self.score = float("inf")


def read_ranked(
    source: BinaryIO,
    name: str,
    *,
    checks: Checks,
    report: Report,
    limit: int | None = None,
) -> Iterator[RankedRow]:
    """Yield all rows of a retrieval run in file order, whatever its depth."""
    notes = Notes(report, name, checks.severities)
    rules = RunRules(checks, notes)
    lists: dict[str, _List] = {}
    tag, number = None, 1
    for number, text in read_lines(source, notes, limit=limit):
        row = _read_row(notes, number, text)
        if row is None:
            continue
        if row.run_tag != tag:
            rules.check_tag(row.run_tag, number)
            tag = tag or row.run_tag
        known = lists.get(row.topic)
        if known is None:
            rules.check_topic(row.topic, number)
            known = lists[row.topic] = _List()
        _check_row(row, known, rules, notes)
        yield row
    rules.note_missing(number)


def _read_row(notes: Notes, line: int, text: str) -> RankedRow | None:
    cells = text.split()
    if len(cells) != 6:
        notes.add("wrong_columns", line, "", len(cells), f"6 columns: {COLUMNS}")
        return None
    topic, q0, docid, rank, written, tag = cells
    if q0 != "Q0":
        notes.add("bad_q0", line, "Q0", q0, "Q0")
    if not (rank.isdigit() and rank.isascii() and len(rank) < 10):
        notes.add("bad_number", line, "rank", rank, "1, 2, 3 and so on")
        return None
    score = _read_score(written)
    if score is None:
        notes.add("bad_score", line, "score", written, "a finite number")
        return None
    return RankedRow(line, topic, docid, int(rank), score, tag)


def _read_score(written: str) -> float | None:
    try:
        score = float(written)
    except ValueError:
        return None
    return score if isfinite(score) and "_" not in written else None


def _check_row(row: RankedRow, known: _List, rules: RunRules, notes: Notes) -> None:
    line, docid, rank, score = row.line, row.docid, row.rank, row.score
    if not rules.matches_docid(docid):
        rules.note_docid(docid, line, "docid")
    if docid in known.docids:
        notes.add("repeated_document", line, "docid", docid)
    known.docids.add(docid)
    if score > known.score:
        notes.add("rising_score", line, "score", score, f"at most {known.score}")
    known.score = score
    _check_rank(row, known, notes)
    depth = rules.checks.depth
    if depth is not None and len(known.docids) == depth + 1:
        notes.add("too_deep", line, "rank", rank, f"at most {depth} rows a topic")


def _check_rank(row: RankedRow, known: _List, notes: Notes) -> None:
    """Note the first error of a rank: 0, repeated, or out of order."""
    expected = known.rank + 1
    if row.rank == 0:
        notes.add("zero_rank", row.line, "rank", row.rank, str(expected))
    elif row.rank in known.ranks:
        notes.add("repeated_rank", row.line, "rank", row.rank, str(expected))
    elif row.rank != expected:
        notes.add("sparse_rank", row.line, "rank", row.rank, str(expected))
    known.ranks.add(row.rank)
    known.rank = row.rank
