"""Lines of an uploaded file: strict UTF-8, from a stream with limits."""

from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

from runs.kernel.checks.decompression import BOM, DAMAGED, PastLimit, Unpacked, unpack
from runs.kernel.checks.findings import Notes, Words

WHOLE = 128 * 1024 * 1024  # of a file that is one JSON value, read into memory


class Line(NamedTuple):
    """One line without its end; number counts from 1."""

    number: int
    text: str


def read_lines(
    source: BinaryIO, notes: Notes, *, limit: int | None = None
) -> Iterator[Line]:
    """Yield the readable lines that are not blank, in order, in one pass.

    limit: bytes after unpacking, None for no limit. Unreadable lines are noted.
    """
    empty = True
    for line in _every_line(unpack(source).within(limit), notes):
        if line.text and not line.text.isspace():
            empty = False
            yield line
        else:
            notes.add("blank_line", line.number)
    if empty and not notes.errors:
        notes.add("empty_file", None)


def read_text(
    source: BinaryIO, notes: Notes, *, limit: int | None = None
) -> str | None:
    """Return the whole file as text, for JSON that is one value.

    limit: bytes after unpacking, never more than WHOLE. None, with the reason noted, if
    it cannot be read or is empty.
    """
    stream = unpack(source).within(limit).within(WHOLE)
    text = "\n".join(line.text for line in _every_line(stream, notes, WHOLE))
    if notes.errors:
        return None
    if not text or text.isspace():
        notes.add("empty_file", None)
        return None
    return text


def _every_line(
    stream: Unpacked, notes: Notes, longest: int | None = None
) -> Iterator[Line]:
    end = 0
    for number, raw in enumerate(_raw_lines(stream, notes, longest), start=1):
        start, end = end, end + len(raw)
        text = _decode(raw, number, start, notes)
        if text is None:
            continue
        if number == 1 and text.startswith(BOM):
            notes.add("byte_order_mark", 1)
            text = text.removeprefix(BOM)
        if "\0" in text:
            notes.add("nul_character", number, expected="text")
            continue
        yield Line(number, text.rstrip("\r\n"))


def _decode(raw: bytes, number: int, start: int, notes: Notes) -> str | None:
    try:
        return raw.decode()
    except UnicodeDecodeError as error:
        place = f"byte 0x{raw[error.start]:02x} at offset {start + error.start}"
        notes.add("bad_encoding", number, found=Words(place), expected="UTF-8")
        return None


def _raw_lines(stream: Unpacked, notes: Notes, longest: int | None) -> Iterator[bytes]:
    number = 0
    try:
        for raw in stream.each_line(longest):
            number += 1
            yield raw
    except PastLimit as past:
        notes.add(past.kind, number + 1, expected=past.expected)
    except DAMAGED as error:
        notes.add("bad_gzip", number + 1, found=Words(error), expected="a whole file")
