"""Assignment labels: nuggetizer's rows, and iKAT's human matching labels."""

import re
from collections.abc import Iterator, Mapping
from typing import BinaryIO, NamedTuple

from runs.kernel.checks.findings import Notes, Report
from runs.kernel.checks.lines import Line, read_lines
from runs.kernel.checks.places import Place, Record, read_objects
from runs.kernel.checks.repeats import Repeats
from runs.kernel.formats.nuggets import read_importance

ASSIGNMENTS = ("support", "partial_support", "not_support")
MATCHES: Mapping[str, str] = {"0": "not_support", "1": "support"}
MATCH_KEY = re.compile(r"([^_]+)_([^_]+_[^_]+)_([0-9]{1,9})_(\S+)", re.ASCII)


class AssignedNugget(NamedTuple):
    """One nugget with its label; "" if importance or label are missing."""

    text: str
    importance: str
    assignment: str


class AssignmentRow(NamedTuple):
    """All labels of one run's response to one topic, with the file's own words."""

    line: int
    topic: str
    text: str
    run_tag: str
    answer: str
    words: int | None
    nuggets: tuple[AssignedNugget, ...]


class Match(NamedTuple):
    """One person's label whether a response contains nugget `number` of its topic."""

    line: int
    batch: str
    topic: str
    number: int
    run_tag: str
    assignment: str


class Alias(NamedTuple):
    """Another name for a run."""

    line: int
    alias: str
    run_tag: str


def read_assignments(
    source: BinaryIO, name: str, *, report: Report, limit: int | None = None
) -> Iterator[AssignmentRow]:
    """Yield nuggetizer's rows; a failed label is noted and left empty."""
    seen: set[tuple[str, str]] = set()
    for place, record, _ in read_objects(source, Notes(report, name), limit=limit):
        row = _read_row(place, record)
        if row is None:
            continue
        if (row.topic, row.run_tag) in seen:
            found = f"{row.topic} of {row.run_tag}"
            place.add("duplicate_topic", "qid", found, "one row for each topic and run")
        seen.add((row.topic, row.run_tag))
        yield row


def read_matches(
    source: BinaryIO,
    name: str,
    *,
    report: Report,
    aliases: Mapping[str, str] | None = None,
    limit: int | None = None,
) -> Iterator[Match]:
    """Yield iKAT's labels: batch_topic_turn_nugget_run, a tab, 1 (support) or 0 (not).

    aliases: alias to run tag; a run without one is noted and skipped. None: the alias
    is the run tag.
    """
    notes = Notes(report, name)
    repeats = Repeats(notes)
    for line in read_lines(source, notes, limit=limit):
        match = _read_match(notes, line)
        if match is None or not repeats.is_first(
            match._replace(line=0, assignment=""), match.assignment, line.number
        ):
            continue
        if aliases is None:
            yield match
        elif match.run_tag in aliases:
            yield match._replace(run_tag=aliases[match.run_tag])
        else:
            notes.add("unknown_alias", line.number, "run", match.run_tag)


def read_aliases(
    source: BinaryIO, name: str, *, report: Report, limit: int | None = None
) -> Iterator[Alias]:
    """Yield aliases: `alias<TAB>run` or `alias = run`; # begins a line of comment."""
    notes = Notes(report, name)
    repeats = Repeats(notes)
    for number, text in read_lines(source, notes, limit=limit):
        if text.lstrip().startswith("#"):
            continue
        cells = [cell.strip() for cell in text.split("\t" if "\t" in text else "=", 1)]
        if len(cells) != 2 or any(cell.split() != [cell] for cell in cells):
            notes.add("wrong_columns", number, "", text, "alias TAB run")
        elif repeats.is_first(cells[0], cells[1], number):
            yield Alias(number, *cells)


def _read_row(place: Place, record: Record) -> AssignmentRow | None:
    topic = place.identifier(record, "qid")
    run_tag = place.identifier(record, "run_id")
    spots = place.down("nuggets").objects(place.sequence(record, "nuggets"))
    nuggets = tuple(nugget for spot in spots if (nugget := _read_nugget(*spot)))
    if topic is None or run_tag is None:
        return None
    return AssignmentRow(
        place.line or 0,
        topic,
        place.text(record, "query", "") or "",
        run_tag,
        place.text(record, "answer_text", "") or "",
        place.integer(record, "response_length"),
        nuggets,
    )


def _read_nugget(place: Place, record: Record) -> AssignedNugget | None:
    text, written = place.text(record, "text"), place.text(record, "assignment")
    if text is None or written is None:
        return None
    label = written.strip().lower()
    if label not in ASSIGNMENTS:
        kind = "failed_label" if label in ("failed", "fail") else "bad_label"
        place.add(kind, "assignment", written, ", ".join(ASSIGNMENTS))
        label = ""
    return AssignedNugget(text, read_importance(place, record), label)


def _read_match(notes: Notes, line: Line) -> Match | None:
    cells = line.text.split()
    if len(cells) != 2:
        expected = "2 columns: item TAB 0 or 1"
        notes.add("wrong_columns", line.number, "", len(cells), expected)
        return None
    key = MATCH_KEY.fullmatch(cells[0])
    if key is None:
        expected = "batch_topic_turn_nugget_run"
        notes.add("bad_name", line.number, "item", cells[0], expected)
    elif cells[1] not in MATCHES:
        notes.add("bad_label", line.number, "label", cells[1], "0 or 1")
    else:
        batch, topic, number, alias = key.groups()
        label = MATCHES[cells[1]]
        return Match(line.number, batch, topic, int(number), alias, label)
    return None
