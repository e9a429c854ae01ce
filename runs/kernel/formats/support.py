"""Support labels: judged answers and judgment rows of RAGDoll, and five columns."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping
from typing import BinaryIO, NamedTuple

from runs.kernel.checks.decompression import peek, unpack
from runs.kernel.checks.findings import Notes, Report
from runs.kernel.checks.lines import Line, read_lines
from runs.kernel.checks.places import Place, Record, parse_json

FULL, PARTIAL, NO = "full_support", "partial_support", "no_support"
NEEDS_NONE, UNJUDGED = "no_citation_needed", ""
# Spellings without case, spaces, hyphens and underscores.
LABELS: Mapping[str, str] = {
    **dict.fromkeys(("fullsupport", "full", "fs", "2"), FULL),
    **dict.fromkeys(("partialsupport", "partial", "ps", "1"), PARTIAL),
    **dict.fromkeys(("nosupport", "no", "none", "ns", "0"), NO),
    **dict.fromkeys(("nocitationneeded", "needsnocitation"), NEEDS_NONE),
    **dict.fromkeys(("", "-1", "unjudged"), UNJUDGED),
}
EXPECTED = "FS, PS, NS, Full Support, Partial Support, No Support, 2, 1, 0 or -1"
COLUMNS = ("topic", "run", "sentence", "docid", "label")
NAMES = ("topic", "run", "docid")
WHOLE = re.compile(r"[0-9]{1,9}", re.ASCII)
_GAPS = re.compile(r"[\s_]+|(?<=\w)-+(?=\w)")
_DECIMAL = re.compile(r"(-?[0-9])\.0+", re.ASCII)


class SupportRow(NamedTuple):
    """One label of a sentence (from 0) and a document that it cites.

    place: the citation's position in its sentence, from 0; None if the file does not
    say. text: the sentence, "" if the file does not say.
    """

    line: int
    topic: str
    run_tag: str
    sentence: int
    place: int | None
    docid: str
    label: str
    text: str = ""


def label_of(written: str) -> str | None:
    """Return the label of a spelling, "" for unjudged; None for no label."""
    folded = _GAPS.sub("", _DECIMAL.sub(r"\1", written.strip()).casefold())
    return LABELS.get(folded)


def read_support(
    source: BinaryIO, name: str, *, report: Report, limit: int | None = None
) -> Iterator[SupportRow]:
    """Yield the labels in file order; unjudged citations are counted, not yielded."""
    notes = Notes(report, name)
    stream = unpack(source)
    if peek(stream).startswith("{"):
        yield from _read_records(stream, notes, limit)
    else:
        yield from _read_columns(stream, notes, limit)


def _read_records(
    source: BinaryIO, notes: Notes, limit: int | None
) -> Iterator[SupportRow]:
    for line in read_lines(source, notes, limit=limit):
        place = Place(notes, line.number)
        record = parse_json(line.text, place)
        if not isinstance(record, dict):
            if record is not None:
                place.add("wrong_type", "", record, "an object")
        elif "support_label" in record:
            yield from _judgment(place, record)
        else:
            yield from _answer(place, record)


def _answer(place: Place, record: Record) -> Iterator[SupportRow]:
    topic = place.identifier(record, _topic_key(record))
    tag = place.identifier(record, "run_id")
    spots = place.down("sentences").objects(place.sequence(record, "sentences"))
    for number, (spot, sentence) in enumerate(spots):
        position = _position(spot, sentence, "sentenceID", number)
        text = spot.text(sentence, "text", "") or ""
        for at, docid, label in _cited(spot, sentence):
            if topic is not None and tag is not None and position is not None:
                line = place.line or 0
                yield SupportRow(line, topic, tag, position, at, docid, label, text)


def _cited(place: Place, sentence: Record) -> Iterator[tuple[int, str, str]]:
    """Yield position, document and label of a sentence's judged citations."""
    exempt = sentence.get("needs_citation") is False
    cited = place.down("citations").objects(place.sequence(sentence, "citations"))
    for order, (where, citation) in enumerate(cited):
        at = _position(where, citation, "citationID", order)
        docid = where.identifier(citation, "reference")
        label = _label(where, citation, "support", exempt=exempt)
        exempt = exempt and label != NEEDS_NONE
        if at is not None and docid is not None and label:
            yield at, docid, label


def _judgment(place: Place, record: Record) -> Iterator[SupportRow]:
    below, about = place.down("metadata"), place.mapping(record, "metadata")
    topic = below.identifier(about, _topic_key(about))
    tag = below.identifier(about, "run_id")
    docid = below.identifier(about, "docid")
    position = _position(below, about, "sentence_index")
    at = below.integer(about, "citation_index")
    label = _label(place, record, "support_label")
    text = place.text(record, "statement", "") or ""
    if topic and tag and docid and label and position is not None:
        yield SupportRow(place.line or 0, topic, tag, position, at, docid, label, text)


def _topic_key(record: Record) -> str:
    return "topic_id" if "topic_id" in record else "narrative_id"


def _position(
    place: Place, record: Record, key: str, default: int | None = None
) -> int | None:
    """Return a position from 0: the one that is written, else the one in the list."""
    if record.get(key) is None and default is not None:
        return default
    number = place.integer(record, key)
    if number is None and record.get(key) is None:
        place.add("missing_field", key, expected="a whole number")
    elif number is not None and number < 0:
        place.add("bad_number", key, number, "a whole number from 0")
        return None
    return number


def _label(
    place: Place, record: Record, key: str, *, exempt: bool = False
) -> str | None:
    """Return a label; "" for unjudged, None if it is none, both noted.

    exempt: the sentence needs no citation, which its first unjudged citation says.
    """
    value = record.get(key)
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    elif not isinstance(value, str):
        place.text(record, key)
        return None
    label = label_of(value)
    if label == UNJUDGED and exempt:
        return NEEDS_NONE
    _note(place, key, value, label)
    return label


def _note(place: Place, key: str, written: str, label: str | None) -> None:
    if label is None:
        place.add("bad_label", key, written, EXPECTED)
    elif label == UNJUDGED:
        place.add("unjudged", key)


def _read_columns(
    source: BinaryIO, notes: Notes, limit: int | None
) -> Iterator[SupportRow]:
    heads: tuple[str, ...] = ()
    for line in read_lines(source, notes, limit=limit):
        cells = _cells(line)
        if not heads:
            first = tuple(cell.casefold() for cell in cells)
            headed = set(first) >= set(COLUMNS)
            heads = first if headed else COLUMNS
            if headed:
                continue
        if len(cells) != len(heads):
            expected = f"{len(heads)} columns: {' '.join(heads)}"
            notes.add("wrong_columns", line.number, "", len(cells), expected)
            continue
        place, named = Place(notes, line.number), dict(zip(heads, cells, strict=True))
        if row := _row(place, named):
            yield row


def _cells(line: Line) -> list[str]:
    """Return the cells of a line, parted by commas, else tabs, else white space."""
    text = line.text
    if "," in text:
        try:
            return [cell.strip() for cell in next(csv.reader([text], strict=True))]
        except csv.Error:
            return [text]
    if "\t" in text:
        return [cell.strip() for cell in text.split("\t")]
    return text.split(maxsplit=len(COLUMNS) - 1)


def _row(place: Place, cells: Mapping[str, str]) -> SupportRow | None:
    topic, tag, docid = (cells[name] for name in NAMES)
    named = [place.named(cells[name], name) for name in NAMES]
    sentence, written = cells["sentence"], cells["label"]
    if not WHOLE.fullmatch(sentence):
        place.add("bad_number", "sentence", sentence, "a whole number from 0")
        return None
    label = label_of(written)
    _note(place, "label", written, label)
    if not label or not all(named):
        return None
    return SupportRow(place.line or 0, topic, tag, int(sentence), None, docid, label)
