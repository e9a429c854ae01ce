import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runs.kernel.formats.boards import BoardRow, read_board
from tests.runs.kernel.reader_results import Found, found, read


@pytest.mark.parametrize(
    "text",
    [
        "a\t0.5\nb\t-1\n",
        "run\tscore\na\t0.5\nb\t-1\n",
        "run,score\na,0.5\nb,-1\n",
        '"a",0.5\n"b",-1\n',
        "a 0.5\nb   -1.0\n",
        '{"a": 0.5, "b": -1}',
    ],
)
def test_scores_are_read_in_each_form(text: str) -> None:
    rows, report = read(read_board, text)
    assert [(row.run_tag, row.score) for row in rows] == [("a", 0.5), ("b", -1.0)]
    assert report.groups() == []


def test_tied_ranks_are_numbers() -> None:
    rows, _ = read(read_board, '{"a": 7.5, "b": 7.5, "c": 1}')
    assert [row.score for row in rows] == [7.5, 7.5, 1.0]


def test_aliases_give_the_tracks_names() -> None:
    rows, _ = read(read_board, "one\t1\nb\t2\n", aliases={"one": "a"})
    assert rows == [BoardRow(1, "one", "a", 1.0), BoardRow(2, "b", "b", 2.0)]


@pytest.mark.parametrize(
    ("text", "notes"),
    [
        ("", [("error", "empty_file", None)]),
        ("{}", [("error", "empty_file", None)]),
        ("[1]", [("error", "wrong_columns", 1)]),
        ("a\n", [("error", "wrong_columns", 1)]),
        ("a\t1\t2\n", [("error", "wrong_columns", 1)]),
        ("a\tmany\n", [("error", "bad_score", 1)]),
        ("a\tnan\n", [("error", "bad_score", 1)]),
        ("a\t1_0\n", [("error", "bad_score", 1)]),
        ("a\tinf\n", [("error", "bad_score", 1)]),
        ("a b\t1\n", [("error", "bad_name", 1)]),
        ("a\t1\na\t1\n", [("warning", "duplicate_row", 2)]),
        ("a\t1\na\t2\n", [("error", "contradicting_row", 2)]),
        ('{"a": "1"}', [("error", "wrong_type", None)]),
        ('{"a": true}', [("error", "wrong_type", None)]),
        ('{"a": null}', [("error", "wrong_type", None)]),
        ('{"a": NaN}', [("error", "bad_number", None)]),
        ('{"a": 1, "a": 2}', [("error", "duplicate_key", None)]),
        ('{"a": 1', [("error", "bad_json", 1)]),
        ('{"a b": 1}', [("error", "bad_name", None)]),
    ],
)
def test_it_names_what_is_wrong(text: str, notes: list[Found]) -> None:
    assert found(read(read_board, text)[1]) == notes


@given(st.dictionaries(st.text(), st.floats() | st.text() | st.none(), max_size=3))
def test_no_object_crashes_it(value: dict[str, object]) -> None:
    rows, report = read(read_board, json.dumps(value))
    assert len(rows) == len(value) or report.errors
