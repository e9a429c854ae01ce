"""Lines of an uploaded file: plain or gzip, strict UTF-8, bounded in size."""

import gzip
import io
import zlib
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple, cast

from runs.kernel.findings import Notes, Words

LONGEST = 32 * 1024 * 1024
WHOLE = 256 * 1024 * 1024  # of a file that is one JSON value, held in memory
GZIP = b"\x1f\x8b"
BOM = "\ufeff"
DAMAGED = (EOFError, gzip.BadGzipFile, zlib.error)


class Line(NamedTuple):
    """One line without its end; number counts from 1."""

    number: int
    text: str


class _Joined(io.RawIOBase):
    """A stream whose first bytes were already read."""

    def __init__(self, head: bytes, rest: BinaryIO) -> None:
        self._head = head
        self._rest = rest

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: "bytearray | memoryview") -> int:  # type: ignore[override]
        head, self._head = self._head[: len(buffer)], self._head[len(buffer) :]
        data = head + self._rest.read(len(buffer) - len(head))
        buffer[: len(data)] = data
        return len(data)


class Unpacked(io.BufferedReader):
    """A stream of the file's own bytes, gzip already undone."""


def unpack(source: BinaryIO) -> Unpacked:
    """Return the stream unpacked, told by its first bytes; doing it twice is once."""
    if isinstance(source, Unpacked):
        return source
    head = source.read(len(GZIP))
    whole = _Joined(head, source)
    if head != GZIP:
        return Unpacked(whole)
    packed = gzip.GzipFile(fileobj=cast(BinaryIO, whole))
    return Unpacked(cast(io.RawIOBase, packed))


def peek(stream: Unpacked) -> str:
    """Return the first text of a stream without using it up; "" if it can't be read."""
    try:
        head = stream.peek(1024)[:1024]
    except DAMAGED:
        return ""
    return head.decode(errors="replace").removeprefix(BOM).lstrip()


def read_lines(
    source: BinaryIO, notes: Notes, *, limit: int | None = None
) -> Iterator[Line]:
    """Yield the lines that can be read and are not blank, in order, one pass.

    limit: bytes after unpacking, None for no limit. What can't be read is noted.
    """
    empty = True
    for line in _every_line(unpack(source), notes, limit, LONGEST):
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

    limit: bytes after unpacking, never more than WHOLE. None, with the reason noted,
    where it can't be read or is empty.
    """
    most = WHOLE if limit is None else min(limit, WHOLE)
    lines = _every_line(unpack(source), notes, most, most + 1)
    text = "\n".join(line.text for line in lines)
    if notes.errors:
        return None
    if not text or text.isspace():
        notes.add("empty_file", None)
        return None
    return text


def _every_line(
    stream: Unpacked, notes: Notes, limit: int | None, longest: int
) -> Iterator[Line]:
    end = 0
    for number, raw in enumerate(_raw_lines(stream, notes, longest), start=1):
        start, end = end, end + len(raw)
        if limit is not None and end > limit:
            notes.add("too_large", number, expected=f"at most {limit:,} bytes")
            return
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


def _raw_lines(stream: Unpacked, notes: Notes, longest: int) -> Iterator[bytes]:
    number = 0
    try:
        while raw := stream.readline(longest + 1):
            number += 1
            if len(raw) > longest:
                notes.add("long_line", number, expected=f"at most {longest:,} bytes")
                return
            yield raw
    except DAMAGED as error:
        notes.add("bad_gzip", number + 1, found=Words(error), expected="a whole file")
