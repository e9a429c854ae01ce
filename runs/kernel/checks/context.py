"""Excerpts of the lines of findings, short enough to read at a glance."""

import json
import re
from collections import defaultdict
from collections.abc import Sequence
from contextlib import suppress
from itertools import islice
from typing import BinaryIO, NamedTuple

from runs.kernel.checks.decompression import UNREADABLE, unpack
from runs.kernel.checks.findings import Finding

AROUND = 60  # characters shown on each side of the marked part
MARKED = 80
COLUMNS = {
    "topic": 0,
    "Q0": 1,
    "docid": 2,
    "rank": 3,
    "grade": 3,
    "score": 4,
    "run tag": 5,
    "item": 0,
    "label": 1,
}
PATHS = {
    "topic": ("metadata/narrative_id", "metadata/topic_id", "topic_id", "qid"),
    "run tag": ("metadata/run_id", "run_id"),
}
WHOLE_FILE = {"missing_topic"}  # noted at the last line, but about the file
COLUMN = re.compile(r"at column ([0-9]+)")
CELL = re.compile(r"\S+")
SPACE = re.compile(r"\s*")
VALUE = json.JSONDecoder()

Span = tuple[int, int]


class Excerpt(NamedTuple):
    """A piece of a line; `marked` is the wrong part, "" if it is the whole."""

    before: str
    marked: str
    after: str


def read_excerpts(
    source: BinaryIO, findings: Sequence[Finding]
) -> list[Excerpt | None]:
    """Return an excerpt of each finding's line; None if there is no such line."""
    found: list[Excerpt | None] = [None] * len(findings)
    wanted: dict[int, list[int]] = defaultdict(list)
    for index, finding in enumerate(findings):
        if finding.kind not in WHOLE_FILE:
            wanted[finding.line or 0].append(index)
    last = max(wanted, default=0)
    lines = islice(unpack(source).each_line(), last)
    with suppress(*UNREADABLE):
        for number, raw in enumerate(lines, start=1):
            for index in wanted.get(number, ()):
                found[index] = cut(raw.decode(errors="replace"), findings[index])
    return found


def cut(line: str, finding: Finding) -> Excerpt:
    """Return the piece of a line around a finding's field."""
    text = line.rstrip("\r\n").replace("\0", "␀")
    start, end = _span(text, finding) or (0, 0)
    end = min(end, start + MARKED)
    head, tail = max(0, start - AROUND), end + AROUND * (1 if end else 3)
    return Excerpt(
        ("…" if head else "") + text[head:start],
        text[start:end],
        text[end:tail] + ("…" if tail < len(text) else ""),
    )


def _span(text: str, finding: Finding) -> Span | None:
    for sign, kind in (("\ufffd", "bad_encoding"), ("␀", "nul_character")):
        if finding.kind == kind and sign in text:
            return text.index(sign), text.index(sign) + 1
    column = COLUMN.search(finding.found) if finding.kind == "bad_json" else None
    if column:
        return int(column[1]) - 1, int(column[1])
    if text.startswith("{"):
        paths = (finding.field, *PATHS.get(finding.field, ()))
        spans = (_json_span(text, path) for path in paths if path)
        return next((span for span in spans if span), None)
    return _cell_span(text, finding.field)


def _cell_span(text: str, field: str) -> Span | None:
    place = COLUMNS.get(field)
    if place is None:
        return None
    cell = next(islice(CELL.finditer(text), place, None), None)
    return cell.span() if cell else None


def _json_span(text: str, path: str) -> Span | None:
    """Return the span of the value at a path (keys and [n], joined by slashes)."""
    place = 0
    try:
        for key in path.split("/"):
            found = _member(text, place, key)
            if found is None:
                return None
            place = found
        return place, VALUE.raw_decode(text, place)[1]
    except (ValueError, IndexError, RecursionError):
        return None


def _member(text: str, place: int, key: str) -> int | None:
    is_object = text[place] == "{"
    index = 0
    place = _skip(text, place + 1)
    while text[place] not in "}]":
        name: object = f"[{index}]"
        if is_object:
            name, place = VALUE.raw_decode(text, place)
            place = _skip(text, _skip(text, place) + 1)
        if name == key:
            return place
        place = _skip(text, VALUE.raw_decode(text, place)[1])
        place = _skip(text, place + 1) if text[place] == "," else place
        index += 1
    return None


def _skip(text: str, place: int) -> int:
    match = SPACE.match(text, place)
    return match.end() if match else place
