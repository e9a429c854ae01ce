import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runs.kernel.checks.findings import Notes, Report
from runs.kernel.checks.places import Place, parse_json

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


def parse(text: str) -> tuple[object, list[tuple[str, int | None, str, str]]]:
    report = Report()
    value = parse_json(text, Place(Notes(report, "f"), 7))
    return value, [(n.kind, n.line, n.field, n.found) for n in report]


@pytest.mark.parametrize(
    ("text", "kind", "field", "shown"),
    [
        ("", "bad_json", "", "Expecting value at column 1"),
        ("null", "bad_json", "", "null"),
        ("{'a': 1}", "bad_json", "", None),
        ('{"a": 1} x', "bad_json", "", "Extra data at column 10"),
        ('{"a": 1, "b": {"c": 1, "c": 1}}', "duplicate_key", "", "'c'"),
        ('{"a": NaN}', "bad_number", "", "NaN"),
        ('{"a": -Infinity}', "bad_number", "", "-Infinity"),
        ('{"a": 1e999}', "bad_number", "", "1e999"),
        ("9" * 5000, "bad_json", "", None),
        ("[" * 100_000, "bad_json", "", None),
        (r'{"a": [0, "\ud800x"]}', "lone_surrogate", "a/[1]", r"'\ud800x'"),
        (r'{"a": {"\udc00": 1}}', "lone_surrogate", r"a/\udc00", r"'\udc00'"),
        (r'{"a": "\u0000"}', "nul_character", "a", r"'\x00'"),
    ],
)
def test_it_refuses_json_that_others_let_through(
    text: str, kind: str, field: str, shown: str | None
) -> None:
    value, ((found, line, where, what),) = parse(text)
    assert (value, found, line, where) == (None, kind, 7, field)
    assert shown in (None, what)


@pytest.mark.parametrize("text", [r'"\\u0000"', r'"\ud83d\ude00"', '{"a": {}}', "0"])
def test_it_reads_good_json(text: str) -> None:
    assert parse(text) == (json.loads(text), [])


@given(JSON | st.dictionaries(st.text(), JSON))
def test_it_reads_what_was_written_or_says_why_not(value: object) -> None:
    for text in (json.dumps(value), json.dumps(value, ensure_ascii=False)):
        read, notes = parse(text)
        assert (read is None) == bool(notes)
        assert read is None or read == value


@given(st.text())
def test_no_text_makes_it_crash(text: str) -> None:
    value, notes = parse(text)
    assert (value is None) == bool(notes)


@pytest.mark.parametrize(
    ("record", "kinds"),
    [
        ({}, ["missing_field"]),
        ({"a": None}, ["wrong_type"]),
        ({"a": True}, ["wrong_type"]),
        ({"a": 1.5}, ["wrong_type"]),
        ({"a": ""}, ["bad_name"]),
        ({"a": "b c"}, ["bad_name"]),
        ({"a": "b"}, []),
        ({"a": 464}, []),
    ],
)
def test_a_name_is_one_word_or_a_whole_number(
    record: dict[str, object], kinds: list[str]
) -> None:
    report = Report()
    name = Place(Notes(report, "f"), 1).identifier(record, "a")
    assert [note.kind for note in report] == kinds
    assert (name is None) == bool(kinds)
