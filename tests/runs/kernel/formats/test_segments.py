import gzip
import io
import json
import tracemalloc
from typing import BinaryIO, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runs.kernel.checks.findings import Report
from runs.kernel.formats.segments import SegmentRecord, read_segments
from tests.runs.kernel.reader_results import Found, found, read

DOCID = "msmarco_v2.1_doc_07_1234567#2_7654321"


def line(**change: object) -> str:
    record = {
        "docid": DOCID,
        "url": "https://example.org/t",
        "title": "Tidal power",
        "headings": "Tidal power\nCosts\n",
        "segment": "Lagoons hold water.",
        "start_char": 120,
        "end_char": 139,
    }
    return json.dumps(record | change) + "\n"


def test_it_reads_a_segment_plain_or_packed() -> None:
    expected = SegmentRecord(
        1,
        DOCID,
        "https://example.org/t",
        "Tidal power",
        "Tidal power\nCosts\n",
        "Lagoons hold water.",
        120,
        139,
    )
    for raw in (line().encode(), gzip.compress(line().encode())):
        segments, report = read(read_segments, raw)
        assert (segments, report.groups()) == ([expected], [])


@pytest.mark.parametrize(
    "record",
    [
        {"docid": "shard_1_2", "body": "Water."},
        {"id": "shard_1_2", "contents": "Water."},
        {"id": 7, "contents": "Water.", "docid": "shard_1_2", "row_number": 2},
    ],
)
def test_it_reads_documents_of_other_corpora(record: dict[str, object]) -> None:
    ((_, docid, *_, text, start, end),), _ = read(read_segments, json.dumps(record))
    assert (docid, text, start, end) == ("shard_1_2", "Water.", None, None)


def test_it_keeps_only_what_is_wanted_and_counts_both() -> None:
    text = (
        line(docid="a") + line(docid="b") + '{"docid": "z", broken\n' + line(docid="c")
    )
    segments, report = read(read_segments, text, wanted={"b", "c"})
    assert [segment.docid for segment in segments] == ["b", "c"]
    assert report.tally == {"segments read": 4, "segments kept": 2}
    assert report.groups() == []


@pytest.mark.parametrize(
    ("text", "notes"),
    [
        ("", [("error", "empty_file", None)]),
        ("[]\n", [("error", "wrong_type", 1)]),
        (line() + line(docid="a b"), [("error", "bad_name", 2)]),
        (line() + line(), [("warning", "duplicate_docid", 2)]),
        (line(segment=""), [("error", "empty_text", 1)]),
        (line(segment=None), [("error", "wrong_type", 1)]),
        (line(start_char="1"), [("error", "wrong_type", 1)]),
        (line() + '{"docid": "x"}', [("error", "missing_field", 2)]),
        (
            line() + '{"docid": "x", "segment": "\\ud800"}',
            [("error", "lone_surrogate", 2)],
        ),
    ],
)
def test_it_names_the_line_of_a_bad_segment(text: str, notes: list[Found]) -> None:
    assert found(read(read_segments, text)[1]) == notes


@given(st.text())
def test_no_text_makes_it_crash(text: str) -> None:
    for start in ("", '{"docid": ', '{"docid": "x", "segment": '):
        read(read_segments, start + text)
        read(read_segments, start + text, wanted={"x"})


class Corpus(io.RawIOBase):
    """A corpus of many segments, made while it is read."""

    def __init__(self, size: int) -> None:
        self.lines = (line(docid=f"d{n}").encode() for n in range(size))

    def read(self, size: int = -1) -> bytes:
        return next(self.lines, b"")


def test_memory_does_not_grow_with_the_corpus() -> None:
    def peak(size: int) -> int:
        tracemalloc.start()
        source, report = cast(BinaryIO, Corpus(size)), Report()
        kept = list(read_segments(source, "file", report=report, wanted={"d9"}))
        assert (len(kept), report.tally["segments read"]) == (1, size)
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return most

    peak(100)
    assert peak(10_000) < peak(1_000) + 50_000
