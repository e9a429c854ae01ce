import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runs.kernel.formats.assignments import (
    AssignedNugget,
    AssignmentRow,
    Match,
    read_aliases,
    read_assignments,
    read_matches,
)
from tests.runs.kernel.reader_results import Found, found, read, read_data


def line(assignment: object = "support", **change: object) -> str:
    record = {
        "query": "q",
        "qid": "1",
        "answer_text": "Water.",
        "response_length": 1,
        "run_id": "tag",
        "nuggets": [{"text": "a", "importance": "vital", "assignment": assignment}],
    }
    return json.dumps(record | change) + "\n"


@pytest.mark.parametrize("written", ["support", "Support", " SUPPORT "])
def test_it_reads_labels_whatever_their_case(written: str) -> None:
    rows, report = read(read_assignments, line(written))
    nuggets = (AssignedNugget("a", "vital", "support"),)
    assert rows == [AssignmentRow(1, "1", "q", "tag", "Water.", 1, nuggets)]
    assert report.groups() == []


@pytest.mark.parametrize(
    ("text", "notes"),
    [
        ("", [("error", "empty_file", None)]),
        (line("failed"), [("warning", "failed_label", 1)]),
        (line("maybe"), [("error", "bad_label", 1)]),
        (line(None), [("error", "wrong_type", 1)]),
        (line() + line(), [("error", "duplicate_topic", 2)]),
        (line() + line(run_id="other"), []),
        (line() + line(qid=None), [("error", "wrong_type", 2)]),
        (line(response_length=True), [("error", "wrong_type", 1)]),
        (line(nuggets=3), [("error", "wrong_type", 1)]),
    ],
)
def test_it_names_the_line_of_a_bad_row(text: str, notes: list[Found]) -> None:
    assert found(read(read_assignments, text)[1]) == notes


def test_a_failed_label_is_no_label() -> None:
    (row,), _ = read(read_assignments, line("failed"))
    assert row.nuggets[0].assignment == ""


def test_it_reads_a_match_with_a_hyphen_or_underscore_in_the_run() -> None:
    text = "1_14_4_3_demo-1\t0\n12_0_10_25_ksu_run-2\t1\n"
    matches, report = read(read_matches, text)
    assert matches == [
        Match(1, "1", "14_4", 3, "demo-1", "not_support"),
        Match(2, "12", "0_10", 25, "ksu_run-2", "support"),
    ]
    assert report.groups() == []


@pytest.mark.parametrize(
    ("text", "notes"),
    [
        ("", [("error", "empty_file", None)]),
        ("1_14_4_3\t0\n", [("error", "bad_name", 1)]),
        ("1_14_4_x_demo\t0\n", [("error", "bad_name", 1)]),
        ("1_14_4_3_a\t2\n", [("error", "bad_label", 1)]),
        ("1_14_4_3_a\n", [("error", "wrong_columns", 1)]),
        ("1_1_4_3_a\t0\n1_1_4_3_a\t0\n", [("warning", "duplicate_row", 2)]),
        ("1_1_4_3_a\t0\n1_1_4_3_a\t1\n", [("error", "contradicting_row", 2)]),
        ("1_1_4_3_a\t0\n2_1_4_3_a\t1\n", []),
    ],
)
def test_it_names_the_line_of_a_bad_match(text: str, notes: list[Found]) -> None:
    assert found(read(read_matches, text)[1]) == notes


def test_a_run_without_an_alias_is_noted_and_left_out() -> None:
    text = "1_14_4_3_a\t0\n1_14_4_3_b\t1\n"
    matches, report = read(read_matches, text, aliases={"b": "bravo"})
    assert [(match.line, match.run_tag) for match in matches] == [(2, "bravo")]
    assert found(report) == [("warning", "unknown_alias", 1)]


def test_it_reads_aliases() -> None:
    text = "# ours\na-1\tAlpha_run\nb = bravo\n"
    aliases, report = read(read_aliases, text)
    assert [alias[1:] for alias in aliases] == [("a-1", "Alpha_run"), ("b", "bravo")]
    assert report.groups() == []


@pytest.mark.parametrize(
    ("text", "notes"),
    [
        ("", [("error", "empty_file", None)]),
        ("a b\n", [("error", "wrong_columns", 1)]),
        ("a =\n", [("error", "wrong_columns", 1)]),
        ("a\tb\na\tc\n", [("error", "contradicting_row", 2)]),
    ],
)
def test_it_names_the_line_of_a_bad_alias(text: str, notes: list[Found]) -> None:
    assert found(read(read_aliases, text)[1]) == notes


@given(st.text())
def test_no_text_makes_it_crash(text: str) -> None:
    raw = text.encode(errors="ignore")
    for start in (b"", b'{"qid": 1, "nuggets": [', b"1_14_4_3_", b"a="):
        for reader in (read_assignments, read_matches, read_aliases):
            read(reader, start + raw)


def test_it_reads_the_released_human_labels() -> None:
    matches: list[Match]
    path = "ikat-2024/human-study-matching-labels.txt"
    matches, report = read_data(read_matches, path)
    assert (len(matches), report.groups()) == (1086, [])
    assert sum(match.assignment == "support" for match in matches) == 154
    assert len({match.topic for match in matches}) == 25
    assert len({match.run_tag for match in matches}) == 6
