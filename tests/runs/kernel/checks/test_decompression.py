"""Files made to fill a disk: refused early, and always cancellable."""

import gzip
import io
import tracemalloc
from typing import cast

import pytest

from runs.kernel.checks.decompression import (
    FLOOR,
    LOOK_BYTES,
    LOOK_LINES,
    LOOK_PACKED,
    PACKED_CHUNK,
    Limits,
    Unpacked,
    Watch,
    unpack,
    unwatched,
)
from runs.kernel.checks.findings import Notes, Report
from runs.kernel.checks.lines import read_lines, read_text
from runs.kernel.checks.places import VALUES, read_objects
from runs.kernel.formats.topics import read_topics
from tests.runs.kernel.reader_results import found

MEGABYTE = 1_000_000
NEWLINES = gzip.compress(b"\n" * 50 * MEGABYTE)
ONE_LINE = gzip.compress(b"x" * 50 * MEGABYTE)


class Stop(Exception):
    """Somebody cancelled."""


class Endless(io.RawIOBase):
    """A file that repeats one text for ever, and counts what was read from it."""

    def __init__(self, text: bytes) -> None:
        self.text, self.taken = text, 0

    def read(self, size: int = -1) -> bytes:
        self.taken += size
        return (self.text * (size // len(self.text) + 1))[:size]


def endless(
    text: bytes, limits: Limits | None = None, watch: Watch = unwatched
) -> tuple[Endless, Unpacked]:
    source = Endless(text)
    return source, unpack(cast(io.BytesIO, source), limits, watch)


def stop(_taken: int) -> None:
    raise Stop


@pytest.mark.parametrize(("bomb", "line"), [(NEWLINES, None), (ONE_LINE, 1)])
def test_a_file_that_unpacks_to_far_too_much_is_refused(
    bomb: bytes, line: int | None
) -> None:
    report, source = Report(), io.BytesIO(bomb)
    assert list(read_lines(unpack(source, Limits(ratio=50)), Notes(report, "f"))) == []
    (finding,) = [each for each in report if each.severity == "error"]
    assert finding.kind == "too_packed"
    assert finding.expected == "at most 50 bytes for each packed byte"
    assert report.count("blank_line") <= FLOOR + 50 * PACKED_CHUNK
    assert line is None or finding.line == line


def test_a_json_file_that_unpacks_to_far_too_much_is_refused() -> None:
    report = Report()
    bomb = gzip.compress(b"[" + b" " * 50 * MEGABYTE + b"]")
    assert list(read_topics(io.BytesIO(bomb), "f", report=report)) == []
    assert [each.kind for each in report] == ["too_packed"]


def test_a_small_file_may_be_as_repetitive_as_it_likes() -> None:
    report, text = Report(), b"14 0 d1 0\n" * (FLOOR // 10)
    packed = gzip.compress(text)
    assert len(text) > 200 * len(packed)
    rows = list(read_lines(io.BytesIO(packed), Notes(report, "f")))
    assert (len(rows), report.errors) == (FLOOR // 10, 0)


def test_a_file_of_too_many_lines_is_refused_with_the_line() -> None:
    report = Report()
    source, stream = endless(b"\n", Limits(lines=30_000))
    list(read_lines(stream, Notes(report, "f")))
    errors = [each for each in report if each.severity == "error"]
    assert [(each.kind, each.line) for each in errors] == [("too_many_lines", 30_001)]
    assert report.count("blank_line") == 30_000
    assert source.taken < 2 * 65_536


def test_a_line_without_an_end_is_read_to_the_limit_and_no_further() -> None:
    report = Report()
    source, stream = endless(b"x")
    tracemalloc.start()
    try:
        list(read_lines(stream, Notes(report, "f")))
        _now, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert found(report) == [("error", "long_line", 1)]
    assert source.taken < 9 * 1024 * 1024
    assert peak < 40 * MEGABYTE


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        '{"a":' * 100_000 + "1" + "}" * 100_000,
        "[" * VALUES + "]" * VALUES,
        "[" + "[]," * VALUES + "[]]",
        "[" + "1," * VALUES + "1]",
    ],
)
def test_deep_or_endless_json_is_refused_with_its_line(text: str) -> None:
    report = Report()
    source = io.BytesIO(b'{"a": 1}\n' + text.encode())
    assert len(list(read_objects(source, Notes(report, "f")))) == 1
    (finding,) = report
    assert finding.kind in {"bad_json", "too_many_values"}
    assert finding.line == 2


@pytest.mark.parametrize("text", [b"\n", b" \n", b"line\n"])
def test_a_stop_is_heard_after_so_many_lines_blank_or_not(text: bytes) -> None:
    source, stream = endless(text, watch=stop)
    report = Report()
    with pytest.raises(Stop):
        for _line in read_lines(stream, Notes(report, "f")):
            pass
    assert source.taken < LOOK_LINES * len(text) + 65_536 + 2
    assert report.count("blank_line") < LOOK_LINES


def test_a_stop_is_heard_in_the_middle_of_a_line() -> None:
    source, stream = endless(b"x", Limits(line=100 * MEGABYTE), stop)
    with pytest.raises(Stop):
        next(stream.each_line())
    assert source.taken <= LOOK_BYTES + 2 * 65_536


def test_a_stop_is_heard_while_a_whole_json_file_is_read() -> None:
    source, stream = endless(b"[[[[", watch=stop)
    with pytest.raises(Stop):
        read_text(stream, Notes(Report(), "f"))
    assert source.taken <= LOOK_BYTES + 2 * 65_536


@pytest.mark.parametrize(
    "beside", [gzip.compress(b""), b"\0" * PACKED_CHUNK], ids=["members", "padding"]
)
def test_a_stop_is_heard_while_a_packed_file_unpacks_to_nothing(beside: bytes) -> None:
    more = beside * (2 * LOOK_PACKED // len(beside) + 1)
    packed = io.BytesIO(gzip.compress(b"a line\n") + more)
    stream = unpack(packed, watch=stop)
    with pytest.raises(Stop):
        list(stream.each_line())
    assert packed.tell() <= LOOK_PACKED + PACKED_CHUNK


def test_the_watch_is_told_how_much_of_the_packed_file_was_read() -> None:
    told: list[int] = []
    packed = gzip.compress(b"a line of text\n" * 50_000)
    stream = unpack(io.BytesIO(packed), Limits(ratio=2_000), told.append)
    assert len(list(stream.each_line())) == 50_000
    assert told
    assert told == sorted(told)
    assert told[-1] == len(packed)
