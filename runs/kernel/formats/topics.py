"""Topics: TSV of 2024 and 2026, JSONL or a JSON list of 2025, iKAT conversations."""

from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

from runs.kernel.checks.decompression import peek, unpack
from runs.kernel.checks.findings import Notes, Report
from runs.kernel.checks.lines import read_lines
from runs.kernel.checks.places import Place, Record, read_list, read_objects

ID_KEYS = ("id", "request_id")


class TopicRecord(NamedTuple):
    """One topic; line is None in a file that is one JSON value."""

    line: int | None
    name: str
    text: str


class Turn(NamedTuple):
    """One turn of a conversation; name is the topic's, `<number>_<turn_id>`.

    statements: keys of the conversation's statements that the organizers call relevant.
    """

    name: str
    utterance: str
    resolved: str
    response: str
    statements: tuple[str, ...]
    docids: tuple[str, ...]


class ConversationRecord(NamedTuple):
    """One conversation with the person's statements, key to text, in file order."""

    number: str
    title: str
    statements: dict[str, str]
    turns: tuple[Turn, ...]


def read_topics(
    source: BinaryIO, name: str, *, report: Report, limit: int | None = None
) -> Iterator[TopicRecord]:
    """Yield the topics of a TSV, JSONL or JSON list file, detected by its start."""
    notes, stream = Notes(report, name), unpack(source)
    head = peek(stream)
    if head.startswith("["):
        items = read_list(stream, notes, limit=limit)
        found = (_from_object(place, record) for place, record in items)
    elif head.startswith("{"):
        objects = read_objects(stream, notes, limit=limit)
        found = (_from_object(place, record) for place, record, _ in objects)
    else:
        lines = read_lines(stream, notes, limit=limit)
        found = (_from_tsv(Place(notes, number), text) for number, text in lines)
    yield from _distinct(found, notes)


def _distinct(
    found: Iterator[TopicRecord | None], notes: Notes
) -> Iterator[TopicRecord]:
    seen: set[str] = set()
    for topic in found:
        if topic is None:
            continue
        if topic.name in seen:
            notes.add("duplicate_topic", topic.line, "topic", topic.name)
        if not topic.text.strip():
            notes.add("empty_text", topic.line, "text")
        seen.add(topic.name)
        yield topic


def _from_tsv(place: Place, text: str) -> TopicRecord | None:
    cells = text.split("\t")
    if len(cells) != 2:
        place.add("wrong_columns", "", len(cells), "2 columns: topic TAB text")
        return None
    name = cells[0].strip()
    return (
        TopicRecord(place.line, name, cells[1].strip()) if place.named(name) else None
    )


def _from_object(place: Place, record: Record) -> TopicRecord | None:
    key = next((key for key in ID_KEYS if key in record), ID_KEYS[0])
    name, text = place.identifier(record, key), place.text(record, "title")
    return None if name is None or text is None else TopicRecord(place.line, name, text)


def read_conversations(
    source: BinaryIO, name: str, *, report: Report, limit: int | None = None
) -> Iterator[ConversationRecord]:
    """Yield the conversations of iKAT's topics file."""
    notes = Notes(report, name)
    seen: set[str] = set()
    for spot, record in read_list(source, notes, limit=limit):
        number, title = spot.identifier(record, "number"), spot.text(record, "title")
        if number is None or title is None:
            continue
        if number in seen:
            spot.add("duplicate_topic", "number", number)
        seen.add(number)
        statements = _statements(spot.down("ptkb"), record.get("ptkb", {}))
        turns = tuple(_turns(number, statements, record, spot))
        yield ConversationRecord(number, title, statements, turns)


def _statements(place: Place, value: object) -> dict[str, str]:
    if isinstance(value, list):
        value = {str(index): text for index, text in enumerate(value, start=1)}
    if not isinstance(value, dict):
        place.add("wrong_type", "", value, "an object or a list of statements")
        return {}
    texts = {key: place.text(value, key) for key in value}
    return {key: text for key, text in texts.items() if text is not None}


def _turns(
    number: str, statements: dict[str, str], record: Record, place: Place
) -> Iterator[Turn]:
    seen: set[str] = set()
    for spot, turn in place.down("turns").objects(place.sequence(record, "turns")):
        turn_id, utterance = (
            spot.identifier(turn, "turn_id"),
            spot.text(turn, "utterance"),
        )
        if turn_id is None or utterance is None:
            continue
        if turn_id in seen:
            spot.add("duplicate_topic", "turn_id", turn_id)
        if not utterance.strip():
            spot.add("empty_text", "utterance")
        seen.add(turn_id)
        yield Turn(
            f"{number}_{turn_id}",
            utterance,
            spot.text(turn, "resolved_utterance", "") or "",
            spot.text(turn, "response", "") or "",
            tuple(_known_statements(spot, turn, statements)),
            tuple(_docids(spot, turn)),
        )


def _known_statements(
    place: Place, turn: Record, statements: dict[str, str]
) -> Iterator[str]:
    if turn.get("ptkb_provenance") is None:
        return
    for value in place.sequence(turn, "ptkb_provenance"):
        if str(value) in statements:
            yield str(value)
        else:
            place.add("bad_label", "ptkb_provenance", value, "a key of ptkb")


def _docids(place: Place, turn: Record) -> Iterator[str]:
    if turn.get("response_provenance") is None:
        return
    for value in place.sequence(turn, "response_provenance"):
        if isinstance(value, str) and value.split() == [value]:
            yield value
        else:
            place.add("bad_name", "response_provenance", value, "a docid")
