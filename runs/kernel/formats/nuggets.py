"""Nugget banks: nuggetizer's file, the 2025 development file, iKAT's gold nuggets."""

import re
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

from runs.kernel.checks.decompression import peek, unpack
from runs.kernel.checks.findings import Notes, Report
from runs.kernel.checks.places import Place, Record, read_mapping, read_objects

IMPORTANCES = ("vital", "okay")
SUBNARRATIVE = "mapped_sub_narrative"
GOLD = re.compile(r'\{\s*("[^"]*"\s*:\s*\{|\})')
GOLD_KEY = re.compile(r"\[([0-9]{1,9})\]", re.ASCII)
ADDED = re.compile(r"""new\s*(?::|[-–—]\s|(?=["“]))\s*""", re.IGNORECASE)
OPENING, CLOSING = '"“', '"”'


class Nugget(NamedTuple):
    """One nugget as in its file.

    importance: vital, okay or "". subnarrative: its name without marks, "" if none;
    added: an assessor added it. source: original, post-edit or "". grade: of iKAT's
    passage, None elsewhere. number: counts from 1; iKAT's own numbers have gaps.
    """

    number: int
    text: str
    importance: str = ""
    subnarrative: str = ""
    added: bool = False
    source: str = ""
    grade: int | None = None


class TopicNuggets(NamedTuple):
    """One topic's nuggets, in order; text is the topic's in the file, or ""."""

    line: int | None
    topic: str
    text: str
    nuggets: tuple[Nugget, ...]


def read_nuggets(
    source: BinaryIO, name: str, *, report: Report, limit: int | None = None
) -> Iterator[TopicNuggets]:
    """Yield each topic's nuggets; iKAT's file starts with an object of objects."""
    notes, stream = Notes(report, name), unpack(source)
    if GOLD.match(peek(stream)):
        for place, topic, record in read_mapping(stream, notes, limit=limit):
            nuggets = tuple(_gold_nuggets(place, record))
            _note_twins(place, nuggets)
            yield TopicNuggets(None, topic, "", nuggets)
        return
    seen: set[str] = set()
    for place, record, _ in read_objects(stream, notes, limit=limit):
        row = _read_row(place, record)
        if row is None:
            continue
        if row.topic in seen:
            place.add("duplicate_topic", "qid", row.topic)
        seen.add(row.topic)
        yield row


def read_importance(place: Place, record: Record) -> str:
    """Return vital, okay or "", ignoring case; a failed one is noted and ""."""
    value = place.text(record, "importance", "") or ""
    label = value.strip().lower()
    if label in IMPORTANCES or not label:
        return label
    kind = "failed_label" if label == "failed" else "bad_label"
    place.add(kind, "importance", value, "vital or okay")
    return ""


def split_subnarrative(written: str) -> tuple[str, bool]:
    """Return a sub-narrative without quotes and "New:", and whether it was new."""
    name = written.strip()
    match = ADDED.match(name)
    if match:
        name = name[match.end() :]
    if len(name) > 1 and name[0] in OPENING and name[-1] in CLOSING + "'":
        name = name[1:-1].strip()
    return name, match is not None


def fold_subnarrative(name: str) -> str:
    """Return the key of a sub-narrative, equal for all its spellings."""
    return " ".join(name.strip().strip("\"'“”‘’").split()).casefold()


def _read_row(place: Place, record: Record) -> TopicNuggets | None:
    topic = place.identifier(record, "qid")
    text = place.text(record, "query", "") or ""
    found = place.down("nuggets").objects(place.sequence(record, "nuggets"))
    read = (_read_nugget(*item, number) for number, item in enumerate(found, start=1))
    nuggets = _mark_unquoted([nugget for nugget in read if nugget])
    _note_twins(place, nuggets)
    return None if topic is None else TopicNuggets(place.line, topic, text, nuggets)


def _read_nugget(place: Place, record: Record, number: int) -> Nugget | None:
    text = place.text(record, "text")
    if text is None:
        return None
    if not text.strip():
        place.add("empty_text", "text")
    mapped = place.text(record, SUBNARRATIVE, "") or ""
    source = place.text(record, "source", "") or ""
    importance = read_importance(place, record)
    return Nugget(number, text, importance, mapped, source=source)


def _mark_unquoted(nuggets: list[Nugget]) -> tuple[Nugget, ...]:
    """Resolve sub-narratives: if others are quoted, an unquoted one was added."""
    quoted = any(nugget.subnarrative.strip()[:1] in ('"', "“") for nugget in nuggets)
    return tuple(_resolve(nugget, quoted=quoted) for nugget in nuggets)


def _resolve(nugget: Nugget, *, quoted: bool) -> Nugget:
    written = nugget.subnarrative.strip()
    name, marked = split_subnarrative(written)
    unquoted = quoted and bool(written) and written[0] not in OPENING
    return nugget._replace(subnarrative=name, added=marked or unquoted)


def _gold_nuggets(place: Place, record: Record) -> Iterator[Nugget]:
    for spot, key, member in place.members(record):
        match = GOLD_KEY.fullmatch(key)
        if match is None:
            place.add("bad_number", key, key, "[1], [2] and so on")
            continue
        text, grade = spot.text(member, "text"), spot.identifier(member, "relevance")
        if text is None or grade is None:
            continue
        if not text.strip():
            spot.add("empty_text", "text")
        if not re.fullmatch("[0-9]{1,3}", grade):
            spot.add("bad_number", "relevance", grade, "a grade")
        else:
            yield Nugget(int(match[1]), text, grade=int(grade))


def _note_twins(place: Place, nuggets: tuple[Nugget, ...]) -> None:
    seen: set[str] = set()
    for nugget in nuggets:
        if nugget.text in seen:
            place.add("duplicate_nugget", f"[{nugget.number}]", nugget.text)
        seen.add(nugget.text)
