"""Boards of runs: scores in two columns, or ranks in JSON."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from typing import BinaryIO, NamedTuple

from runs.kernel.checks.decompression import peek, unpack
from runs.kernel.checks.findings import Notes, Report
from runs.kernel.checks.lines import read_lines, read_text
from runs.kernel.checks.places import Place, parse_json
from runs.kernel.checks.repeats import Repeats

COLUMNS = "2 columns: run TAB score"
HEADS = {"run", "run_id", "run_tag", "tag", "system"}
_GAP = re.compile(r"\s+")


class BoardRow(NamedTuple):
    """A run's score or rank. name: as the file has it; run_tag: after the aliases."""

    line: int | None
    name: str
    run_tag: str
    score: float


def is_of_ranks(source: BinaryIO) -> bool:
    """Return whether a board has the form of ranks: one JSON object."""
    return peek(unpack(source)).startswith("{")


def read_board(
    source: BinaryIO,
    name: str,
    *,
    report: Report,
    aliases: Mapping[str, str] | None = None,
    limit: int | None = None,
) -> Iterator[BoardRow]:
    """Yield each run of the track's once, by its tag after the aliases."""
    notes, aliases = Notes(report, name), aliases or {}
    repeats = Repeats(notes)
    stream = unpack(source)
    ranks = peek(stream).startswith("{")
    rows = _ranks(stream, notes, limit) if ranks else _scores(stream, notes, limit)
    for line, run, score in rows:
        row = BoardRow(line, run, aliases.get(run, run), score)
        if repeats.is_first(row.run_tag, score, line or 0):
            yield row


def _scores(
    source: BinaryIO, notes: Notes, limit: int | None
) -> Iterator[tuple[int, str, float]]:
    for number, text in read_lines(source, notes, limit=limit):
        cells = _cells(text)
        if len(cells) != 2:
            notes.add("wrong_columns", number, "", len(cells), COLUMNS)
            continue
        run, written = cells
        score = _number(written)
        if score is None and number == 1 and run.casefold() in HEADS:
            continue
        place = Place(notes, number)
        if score is None:
            place.add("bad_score", "score", written, "a finite number")
        elif place.named(run, "run"):
            yield number, run, score


def _cells(text: str) -> list[str]:
    """Return the cells of a line, parted by tabs, else a comma, else white space."""
    if "\t" in text:
        return [cell.strip() for cell in text.split("\t")]
    if "," in text:
        return [cell.strip().strip('"') for cell in text.split(",")]
    return _GAP.split(text.strip())


def _number(written: str) -> float | None:
    try:
        number = float(written)
    except ValueError:
        return None
    return number + 0.0 if math.isfinite(number) and "_" not in written else None


def _ranks(
    source: BinaryIO, notes: Notes, limit: int | None
) -> Iterator[tuple[None, str, float]]:
    text, place = read_text(source, notes, limit=limit), Place(notes, None)
    value = None if text is None else parse_json(text, place)
    if value is None:
        return
    if not isinstance(value, dict):
        place.add("wrong_type", "", value, "an object")
        return
    if not value:
        notes.add("empty_file", None)
    for run in value:
        rank = place.number(value, run)
        if rank is not None and place.named(run, run):
            yield None, run, rank
