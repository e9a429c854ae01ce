"""Segments and documents of a corpus, streamed."""

import re
from collections.abc import Container, Iterator
from typing import BinaryIO, NamedTuple

from runs.kernel.checks.findings import Notes, Report
from runs.kernel.checks.lines import read_lines
from runs.kernel.checks.places import Place, Record, parse_json

TEXT_KEYS = ("segment", "body", "contents", "text")
DOCID = re.compile(r'\s*\{\s*"docid"\s*:\s*"([^"\\]*)"')


class SegmentRecord(NamedTuple):
    """One passage; start and end are offsets into its document, None if not given."""

    line: int
    docid: str
    url: str
    title: str
    headings: str
    text: str
    start: int | None
    end: int | None


def read_segments(
    source: BinaryIO,
    name: str,
    *,
    report: Report,
    wanted: Container[str] | None = None,
    limit: int | None = None,
) -> Iterator[SegmentRecord]:
    """Yield the segments whose docid is wanted (None: all) of a JSONL file.

    Memory grows only with the yielded ones: a line that clearly has another docid is
    not parsed. report.tally counts "segments read" and "segments kept".
    """
    notes = Notes(report, name)
    kept: set[str] = set()
    for number, text in read_lines(source, notes, limit=limit):
        report.tally["segments read"] += 1
        if wanted is not None and _names_another(text, wanted):
            continue
        segment = _read_segment(Place(notes, number), text, wanted)
        if segment is None:
            continue
        if segment.docid in kept:
            notes.add("duplicate_docid", number, "docid", segment.docid)
            continue
        kept.add(segment.docid)
        report.tally["segments kept"] += 1
        yield segment


def _names_another(text: str, wanted: Container[str]) -> bool:
    match = DOCID.match(text)
    return match is not None and match[1] not in wanted


def _read_segment(
    place: Place, text: str, wanted: Container[str] | None
) -> SegmentRecord | None:
    record = parse_json(text, place)
    if not isinstance(record, dict):
        if record is not None:
            place.add("wrong_type", "", record, "an object")
        return None
    docid = place.identifier(record, "docid" if "docid" in record else "id")
    if docid is None or (wanted is not None and docid not in wanted):
        return None
    return _build(place, docid, record)


def _build(place: Place, docid: str, record: Record) -> SegmentRecord | None:
    key = next((key for key in TEXT_KEYS if key in record), TEXT_KEYS[0])
    text = place.text(record, key)
    if text is None:
        return None
    if not text.strip():
        place.add("empty_text", key)
    url, title, headings = (
        place.text(record, key, "") or "" for key in ("url", "title", "headings")
    )
    start, end = (place.integer(record, key) for key in ("start_char", "end_char"))
    return SegmentRecord(place.line or 0, docid, url, title, headings, text, start, end)
