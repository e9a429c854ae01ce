"""The bytes of a file: gunzipped, monitored, and limited as they are read."""

import gzip
import io
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import BinaryIO, Self, cast

GZIP = b"\x1f\x8b"
BOM = "\ufeff"
CHUNK = 64 * 1024  # unpacked bytes read at once
PACKED_CHUNK = 16 * 1024
FLOOR = 1_000_000  # any file may unpack to this size, whatever its ratio
LOOK_BYTES, LOOK_LINES = 8_000_000, 10_000  # between two calls of the watch
# The same for packed bytes, which may unpack to nothing: padding, empty members.
LOOK_PACKED = 1_000_000
DAMAGED = (EOFError, gzip.BadGzipFile, zlib.error)

# Called with the bytes of the packed file read so far; it may raise to stop.
Watch = Callable[[int], None]


@dataclass(frozen=True, kw_only=True)
class Limits:
    """The limits of reading one file.

    size: bytes after unpacking, None for no limit. ratio: unpacked bytes per packed
    byte; files of text have 3 to 10, the most repetitive known one 54, and a file made
    to fill a disk up to 1,032. line: bytes of one line.
    """

    size: int | None = None
    ratio: int = 200
    lines: int | None = 5_000_000
    line: int = 8 * 1024 * 1024


class PastLimit(Exception):
    """A file exceeds a limit; `kind` is the finding, `expected` the limit."""

    def __init__(self, kind: str, expected: str) -> None:
        """Store both for the finding."""
        super().__init__(f"{kind}: {expected}")
        self.kind = kind
        self.expected = expected


UNREADABLE = (*DAMAGED, PastLimit)


class _Packed(io.RawIOBase):
    """The bytes of the file, counted; the first were already read."""

    def __init__(self, head: bytes, rest: BinaryIO, watch: Watch) -> None:
        self._head = head
        self._rest = rest
        self._watch = watch
        self._next = LOOK_PACKED
        self.taken = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: "bytearray | memoryview") -> int:  # type: ignore[override]
        size = min(len(buffer), PACKED_CHUNK)
        head, self._head = self._head[:size], self._head[size:]
        data = head + self._rest.read(size - len(head))
        buffer[: len(data)] = data
        self.taken += len(data)
        if self.taken >= self._next:
            self._next = self.taken + LOOK_PACKED
            self._watch(self.taken)
        return len(data)

    def close(self) -> None:
        self._rest.close()
        super().close()


class _Flow(io.RawIOBase):
    """The unpacked bytes; raises PastLimit, and what the watch raises."""

    def __init__(
        self, source: BinaryIO, packed: _Packed | None, limits: Limits, watch: Watch
    ) -> None:
        self._source = source
        self._packed = packed
        self._watch = watch
        self._next = LOOK_BYTES
        self.limits = limits
        self.size = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: "bytearray | memoryview") -> int:  # type: ignore[override]
        data = self._source.read(min(len(buffer), self._room()))
        buffer[: len(data)] = data
        self.size += len(data)
        self._hold()
        if self.size >= self._next:
            self._next = self.size + LOOK_BYTES
            self.look()
        return len(data)

    def close(self) -> None:
        self._source.close()
        if self._packed:
            self._packed.close()
        super().close()

    def look(self) -> None:
        self._watch(self._packed.taken if self._packed else self.size)

    def _room(self) -> int:
        """Return how much may be read: one byte at the limit, to look for more."""
        most = self.limits.size
        return CHUNK if most is None else max(1, most - self.size)

    def _hold(self) -> None:
        most, ratio = self.limits.size, self.limits.ratio
        if most is not None and self.size > most:
            raise PastLimit("too_large", f"at most {most:,} bytes")
        if self._packed and self.size > max(FLOOR, ratio * self._packed.taken):
            expected = f"at most {ratio} bytes for each packed byte"
            raise PastLimit("too_packed", expected)


def unwatched(_taken: int) -> None:
    """Ignore the progress of the reading."""


class Unpacked(io.BufferedReader):
    """A stream of unpacked bytes, limited in whatever way it is read.

    Closing it closes its source.
    """

    def __init__(
        self,
        source: BinaryIO,
        *,
        packed: _Packed | None = None,
        limits: Limits | None = None,
        watch: Watch = unwatched,
    ) -> None:
        """Read a source that is unpacked already, or whose caller reads `packed`."""
        self._flow = _Flow(source, packed, limits or Limits(), watch)
        super().__init__(self._flow, CHUNK)

    def within(self, size: int | None) -> Self:
        """Return the stream itself, limited to this size if it is smaller."""
        limits = self._flow.limits
        if size is not None and (limits.size is None or size < limits.size):
            self._flow.limits = replace(limits, size=size)
        return self

    def each_line(self, longest: int | None = None) -> Iterator[bytes]:
        """Yield the lines with their ends; raise PastLimit, and what the watch raises.

        longest: bytes of one line, if it differs from the limit of the stream.
        """
        limits, number = self._flow.limits, 0
        most = limits.line if longest is None else longest
        while line := self.readline(most + 1):
            number += 1
            if len(line) > most:
                raise PastLimit("long_line", f"at most {most:,} bytes")
            if limits.lines is not None and number > limits.lines:
                raise PastLimit("too_many_lines", f"at most {limits.lines:,} lines")
            if number % LOOK_LINES == 0:
                self._flow.look()
            yield line


def unpack(
    source: BinaryIO, limits: Limits | None = None, watch: Watch = unwatched
) -> Unpacked:
    """Return the stream unpacked if its first bytes are gzip's; idempotent."""
    if isinstance(source, Unpacked):
        return source
    head = source.read(len(GZIP))
    packed = _Packed(head, source, watch if head == GZIP else unwatched)
    if head != GZIP:
        return Unpacked(cast(BinaryIO, packed), limits=limits, watch=watch)
    unzipped = cast(BinaryIO, gzip.GzipFile(fileobj=cast(BinaryIO, packed)))
    return Unpacked(unzipped, packed=packed, limits=limits, watch=watch)


def peek(stream: Unpacked) -> str:
    """Return the first text of a stream without consuming it; "" if unreadable."""
    try:
        head = stream.peek(1024)[:1024]
    except UNREADABLE:
        return ""
    return head.decode(errors="replace").removeprefix(BOM).lstrip()
