import pytest
from hypothesis import given
from hypothesis import strategies as st

from runs.kernel.checks.catalogue import Setting
from runs.kernel.checks.requirements import Checks
from runs.kernel.formats.retrieval_runs import RankedRow, read_ranked
from tests.runs.kernel.reader_results import Found, found, read

CHECKS = Checks(topics={"1": "tides", "2": "lagoons"}, docid_pattern=r"shard_\d+_\d+")
ONE = "1 Q0 shard_1_1 1 9.5 tag\n"
TWO = "2 Q0 shard_1_1 1 9.5 tag\n"


def test_it_reads_rows_of_a_good_run() -> None:
    rows, report = read(read_ranked, ONE + TWO, checks=CHECKS)
    assert rows[0] == RankedRow(1, "1", "shard_1_1", 1, 9.5, "tag")
    assert ([row.topic for row in rows], report.groups()) == (["1", "2"], [])


@pytest.mark.parametrize(
    ("text", "notes"),
    [
        (ONE, [("error", "missing_topic", 1)]),
        (ONE + TWO + "3 Q0 shard_1_1 1 1 tag", [("error", "unknown_topic", 3)]),
        (ONE + TWO + "2 Q0 shard_1_2 2 NaN tag", [("error", "bad_score", 3)]),
        (ONE + TWO + "2 Q0 shard_1_2 2 inf tag", [("error", "bad_score", 3)]),
        (ONE + TWO + "2 Q0 shard_1_2 2 1_0 tag", [("error", "bad_score", 3)]),
        (ONE + TWO + "2 Q0 shard_1_2 2 high tag", [("error", "bad_score", 3)]),
        (ONE + TWO + "2 Q0 shard_1_2 2 9.6 tag", [("error", "rising_score", 3)]),
        (ONE + TWO + "2 Q0 shard_1_2 3 1 tag", [("warning", "sparse_rank", 3)]),
        (ONE + TWO + "2 Q0 shard_1_2 0 1 tag", [("warning", "zero_rank", 3)]),
        (ONE + TWO + "2 Q0 shard_1_2 1 1 tag", [("warning", "repeated_rank", 3)]),
        (ONE + TWO + "2 Q0 shard_1_2 -2 1 tag", [("error", "bad_number", 3)]),
        (ONE + TWO + "2 Q0 shard_1_2 2.0 1 tag", [("error", "bad_number", 3)]),
        (ONE + TWO + "2 Q0 shard_1_2 ² 1 tag", [("error", "bad_number", 3)]),
        (ONE + TWO + "2 Q0 shard_1_1 2 1 tag", [("error", "repeated_document", 3)]),
        (ONE + TWO + "2 0 shard_1_2 2 1 tag", [("warning", "bad_q0", 3)]),
        (ONE + TWO + "2 Q0 shard_1_2x 2 1 tag", [("error", "bad_docid", 3)]),
        (ONE + TWO + "2 Q0 shard_1_2 2 1 tags", [("error", "changing_run_tag", 3)]),
        (ONE + TWO + "2 Q0 shard_1_2 2 1", [("error", "wrong_columns", 3)]),
        (ONE + TWO + "2 Q0 shard_1_2 2 1 tag x", [("error", "wrong_columns", 3)]),
    ],
)
def test_it_names_the_line_of_every_fault(text: str, notes: list[Found]) -> None:
    assert found(read(read_ranked, text, checks=CHECKS)[1]) == notes


def test_a_bad_byte_is_named_with_its_line() -> None:
    raw = (ONE + TWO).encode() + b"2 Q0 shard_\xff 2 1 tag\n"
    notes = found(read(read_ranked, raw, checks=CHECKS)[1])
    assert notes == [("error", "bad_encoding", 3)]


def test_an_empty_run_misses_every_topic() -> None:
    report = read(read_ranked, "", checks=CHECKS)[1]
    assert (report.count("empty_file"), report.count("missing_topic")) == (1, 2)


def test_topics_may_stand_in_any_order() -> None:
    text = ONE + TWO + "1 Q0 shard_1_2 2 9 tag\n2 Q0 shard_1_2 2 9 tag\n"
    assert read(read_ranked, text, checks=CHECKS)[1].groups() == []


def test_a_list_too_deep_is_noted_once_and_read_whole() -> None:
    rows = "".join(f"1 Q0 shard_1_{n} {n} 1 tag\n" for n in range(1, 6))
    checks = Checks(topics={"1": ""}, depth=3)
    read_now, report = read(read_ranked, rows, checks=checks)
    assert (len(read_now), found(report)) == (5, [("warning", "too_deep", 4)])


def test_a_tag_against_the_rule_is_noted_once() -> None:
    checks = Checks(topics={"1": "", "2": ""}, run_tag_pattern="[a-s]+")
    report = read(read_ranked, ONE + TWO, checks=checks)[1]
    assert found(report) == [("warning", "bad_run_tag", 1)]


def test_a_profile_makes_an_error_of_a_warning() -> None:
    checks = Checks(topics={"1": ""}, severities={"bad_q0": "error"})
    report = read(read_ranked, ONE.replace("Q0", "0"), checks=checks)[1]
    assert found(report) == [("error", "bad_q0", 1)]


RANKS = "1 Q0 a 0 3 tag\n1 Q0 b 1 2 tag\n1 Q0 c 1 1 tag\n1 Q0 d 3 0 tag\n"


@pytest.mark.parametrize(
    ("severities", "severity"),
    [
        ({}, "warning"),
        (
            {"zero_rank": "error", "repeated_rank": "error", "sparse_rank": "error"},
            "error",
        ),
        ({"sparse_rank": "error"}, "error"),  # a profile older than these kinds
    ],
)
def test_a_profile_says_how_grave_wrong_ranks_are(
    severities: dict[str, Setting], severity: str
) -> None:
    checks = Checks(topics={"1": ""}, severities=severities)
    assert found(read(read_ranked, RANKS, checks=checks)[1]) == [
        (severity, "zero_rank", 1),
        (severity, "repeated_rank", 3),
        (severity, "sparse_rank", 4),
    ]


def test_a_profile_may_take_ranks_from_0_on() -> None:
    checks = Checks(topics={"1": ""}, severities={"zero_rank": "off"})
    text = "1 Q0 a 0 3 tag\n1 Q0 b 1 2 tag\n1 Q0 c 2 1 tag\n"
    assert read(read_ranked, text, checks=checks)[1].groups() == []


@given(st.binary() | st.text().map(lambda text: text.encode(errors="ignore")))
def test_no_bytes_make_it_crash(raw: bytes) -> None:
    for start in (b"", b"1 Q0 d 1 ", b"1 Q0 d ", ONE.encode()):
        read(read_ranked, start + raw, checks=CHECKS)
