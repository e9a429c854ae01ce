import gzip
import io
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runs.kernel.checks.decompression import Limits, peek, unpack
from runs.kernel.checks.findings import Notes, Report
from runs.kernel.checks.lines import Line, read_lines, read_text
from tests.runs.kernel.reader_results import Found, found


def read(raw: bytes, limit: int | None = None) -> tuple[list[Line], list[Found]]:
    report = Report()
    source = io.BytesIO(raw)
    return list(read_lines(source, Notes(report, "f"), limit=limit)), found(report)


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (b"a\nb", [(1, "a"), (2, "b")]),
        (b"a\r\nb\r\n", [(1, "a"), (2, "b")]),
        (gzip.compress(b"a\nb\n", mtime=0), [(1, "a"), (2, "b")]),
        (
            gzip.compress(b"a\n", mtime=0) + gzip.compress(b"b\n", mtime=0),
            [(1, "a"), (2, "b")],
        ),
        ("a\u2028b\x85c\n".encode(), [(1, "a\u2028b\x85c")]),
    ],
)
def test_it_reads_lines(raw: bytes, expected: list[tuple[int, str]]) -> None:
    assert read(raw) == (expected, [])


@pytest.mark.parametrize(
    ("raw", "kept", "notes"),
    [
        (b"", [], [("error", "empty_file", None)]),
        (gzip.compress(b"", mtime=0), [], [("error", "empty_file", None)]),
        (b"a\n\n \nb\n", [1, 4], [("warning", "blank_line", n) for n in (2, 3)]),
        (b"\xef\xbb\xbfa\n", [1], [("warning", "byte_order_mark", 1)]),
        (b"a\nb\x93c\nd\n", [1, 3], [("error", "bad_encoding", 2)]),
        (b"a\n\xed\xa0\x80\n", [1], [("error", "bad_encoding", 2)]),
        (b"a\nb\0\nc", [1, 3], [("error", "nul_character", 2)]),
        (gzip.compress(b"a\n", mtime=0)[:-9], [], [("error", "bad_gzip", 1)]),
        (b"\x1f\x8bnonsense", [], [("error", "bad_gzip", 1)]),
        (gzip.compress(b"a\n", mtime=0) + b"rubbish", [], [("error", "bad_gzip", 1)]),
    ],
)
def test_it_names_the_line_of_what_it_refuses(
    raw: bytes, kept: list[int], notes: list[Found]
) -> None:
    read_now, found_now = read(raw)
    assert ([line.number for line in read_now], found_now) == (kept, notes)


def test_a_bad_byte_is_named_with_its_offset_in_the_file() -> None:
    report = Report()
    list(read_lines(io.BytesIO(b"abc\nde\x93"), Notes(report, "f")))
    assert next(iter(report)).found == "byte 0x93 at offset 6"


def test_the_limit_holds_for_what_is_unpacked() -> None:
    bomb = gzip.compress(b"x" * 99 + b"\n" + b"y" * 99_999)
    assert read(bomb, 100_100)[1] == []
    kept, notes = read(bomb, 1000)
    assert [line.number for line in kept] == [1]
    assert notes == [("error", "too_large", 2)]


def test_a_line_without_an_end_stops_the_reading() -> None:
    report = Report()
    stream = unpack(io.BytesIO(b"12345678\n"), Limits(line=8))
    assert list(read_lines(stream, Notes(report, "f"))) == []
    assert found(report) == [("error", "long_line", 1)]


class Endless(io.RawIOBase):
    """A file of endless lines that counts what was read from it."""

    taken = 0

    def read(self, size: int = -1) -> bytes:
        self.taken += size
        return (b"line\n" * (size // 5 + 1))[:size]


def test_it_reads_no_further_than_it_was_asked() -> None:
    source = Endless()
    stream: Iterator[Line] = read_lines(source, Notes(Report(), "f"))  # type: ignore[arg-type]
    for _ in range(3):
        next(stream)
    assert source.taken < 100_000


def test_a_peek_uses_nothing_up() -> None:
    stream = unpack(io.BytesIO(gzip.compress(b"\xef\xbb\xbf [1]")))
    assert peek(stream) == "[1]"
    assert unpack(stream) is stream
    assert read_text(stream, Notes(Report(), "f")) == " [1]"


def test_a_whole_text_that_cannot_be_read_is_none() -> None:
    for raw in (b"", b" \n", b"\xff", b"\x1f\x8b"):
        report = Report()
        assert read_text(io.BytesIO(raw), Notes(report, "f")) is None
        assert report.errors == 1


@given(st.binary())
def test_no_bytes_make_it_crash(raw: bytes) -> None:
    for variant in (
        raw,
        b"\x1f\x8b\x08" + raw,
        gzip.compress(raw),
        b"\xef\xbb\xbf" + raw,
    ):
        for line in read(variant)[0]:
            assert "\0" not in line.text
            line.text.encode()
