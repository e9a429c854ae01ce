"""Files of sub-narratives: JSONL with a line a topic, or TSV with a line each."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import BinaryIO, NamedTuple

from runs.kernel.checks.decompression import peek, unpack
from runs.kernel.checks.findings import Notes, Report
from runs.kernel.checks.lines import read_lines
from runs.kernel.checks.places import Place, Record, read_objects
from runs.kernel.formats.nuggets import IMPORTANCES, fold_subnarrative, read_importance

TOPIC, PARTS = "qid", "sub_narratives"
TOPIC_KEYS = (TOPIC, "id", "topic_id", "narrative_id")
COLUMNS = "2 or 3 columns: topic TAB sub-narrative TAB importance"
HEADER = ("topic", "text", "importance")
BREAKS = "\t\n\r"


class CannotWriteLine(ValueError):
    """A text that would break the columns; the message is the text."""


class ListedPart(NamedTuple):
    """One sub-narrative as in its file; importance is vital, okay or ""."""

    text: str
    importance: str = ""
    added: bool = False  # by an assessor, while mapping nuggets


class TopicParts(NamedTuple):
    """One topic's sub-narratives in order; `line` is the first that names it."""

    line: int | None
    topic: str
    parts: tuple[ListedPart, ...]


def read_subnarratives(
    source: BinaryIO, name: str, *, report: Report, limit: int | None = None
) -> list[TopicParts]:
    """Return the list of each topic, in file order; the file's start tells its form."""
    notes, stream = Notes(report, name), unpack(source)
    if peek(stream).startswith("{"):
        return list(_from_objects(stream, notes, limit))
    return _from_lines(stream, notes, limit)


def _from_objects(
    stream: BinaryIO, notes: Notes, limit: int | None
) -> Iterator[TopicParts]:
    seen: set[str] = set()
    for place, record, _ in read_objects(stream, notes, limit=limit):
        key = next((key for key in TOPIC_KEYS if key in record), TOPIC)
        topic = place.identifier(record, key)
        if topic in seen:
            place.add("duplicate_topic", key, topic)
        wordings: set[str] = set()
        members = place.sequence(record, PARTS)
        found = (
            _from_value(place.down(PARTS).down(f"[{index}]"), value, wordings)
            for index, value in enumerate(members)
        )
        parts = tuple(part for part in found if part)
        if topic is not None:
            seen.add(topic)
            yield TopicParts(place.line, topic, parts)


def _from_value(place: Place, value: object, wordings: set[str]) -> ListedPart | None:
    """Read an object, or a text alone."""
    record: Record = {"text": value} if isinstance(value, str) else {}
    if isinstance(value, dict):
        record = value
    elif not record:
        place.add("wrong_type", "", value, "an object or a string")
        return None
    text = place.text(record, "text")
    added = record.get("added", False)
    if not isinstance(added, bool):
        place.add("wrong_type", "added", added, "true or false")
        return None
    if text is None or not _is_new(place, "text", text, wordings):
        return None
    return ListedPart(text.strip(), read_importance(place, record), added)


def _from_lines(stream: BinaryIO, notes: Notes, limit: int | None) -> list[TopicParts]:
    first: dict[str, int] = {}
    found: dict[str, list[ListedPart]] = {}
    wordings: dict[str, set[str]] = {}
    for number, line in read_lines(stream, notes, limit=limit):
        cells = [cell.strip() for cell in line.split("\t")]
        place = Place(notes, number)
        if len(cells) not in (2, 3):
            place.add("wrong_columns", "", len(cells), COLUMNS)
            continue
        if number == 1 and tuple(cells) == HEADER[: len(cells)]:
            continue
        topic, text, importance = (*cells, "")[:3]
        if not place.named(topic, "topic"):
            continue
        first.setdefault(topic, number)
        part = _from_cells(place, text, importance, wordings.setdefault(topic, set()))
        if part:
            found.setdefault(topic, []).append(part)
    return [
        TopicParts(first[topic], topic, tuple(parts)) for topic, parts in found.items()
    ]


def _from_cells(
    place: Place, text: str, importance: str, wordings: set[str]
) -> ListedPart | None:
    label = importance.lower()
    if label and label not in IMPORTANCES:
        place.add("bad_label", "importance", importance, "vital or okay")
        return None
    return ListedPart(text, label) if _is_new(place, "text", text, wordings) else None


def _is_new(place: Place, key: str, text: str, wordings: set[str]) -> bool:
    """Return whether the text is one of its own in its topic; note what it lacks."""
    folded = fold_subnarrative(text)
    if not folded:
        place.add("empty_text", key)
    elif folded in wordings:
        place.add("repeated_subnarrative", key, text)
    else:
        wordings.add(folded)
        return True
    return False


def write_jsonl(lists: Iterable[TopicParts]) -> Iterator[str]:
    """Yield a line for each topic."""
    for each in lists:
        parts = [part._asdict() for part in each.parts]
        row = {TOPIC: each.topic, PARTS: parts}
        yield json.dumps(row, ensure_ascii=False) + "\n"


def write_tsv(lists: Iterable[TopicParts]) -> Iterator[str]:
    """Yield the header and a line for each sub-narrative; raise CannotWriteLine."""
    yield "\t".join(HEADER) + "\n"
    for each in lists:
        for part in each.parts:
            if any(sign in part.text for sign in BREAKS):
                raise CannotWriteLine(part.text)
            yield "\t".join((each.topic, part.text, part.importance)) + "\n"
