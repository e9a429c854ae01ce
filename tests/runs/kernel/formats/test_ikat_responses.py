import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runs.kernel.formats.ikat_responses import TurnResponse, read_responses
from tests.runs.kernel.reader_results import found, read, read_data


def test_it_reads_plain_responses_and_those_with_spans() -> None:
    spans = {"matched": ["a"], "not-matched": []}
    value = {"14_4": {"x": "Water.", "y": {"nuggets": spans, "response": "Salt."}}}
    responses, report = read(read_responses, json.dumps(value))
    assert responses == [
        TurnResponse("14_4", "x", "Water."),
        TurnResponse("14_4", "y", "Salt.", ("a",), ()),
    ]
    assert report.groups() == []


@pytest.mark.parametrize(
    ("value", "severity", "kind", "field"),
    [
        ({}, "error", "empty_file", ""),
        ([], "error", "wrong_type", ""),
        ({"1_1": []}, "error", "wrong_type", "1_1"),
        ({"1 1": {}}, "error", "bad_name", "1 1"),
        ({"1_1": {"x": 3}}, "error", "wrong_type", "1_1/x"),
        ({"1_1": {"x": ""}}, "warning", "empty_answer", "1_1/x"),
        ({"1_1": {"x": {"response": "a"}}}, "error", "missing_field", "1_1/x/nuggets"),
    ],
)
def test_a_fault_is_named_by_its_path(
    value: object, severity: str, kind: str, field: str
) -> None:
    note = next(iter(read(read_responses, json.dumps(value))[1]))
    assert (note.severity, note.kind, note.field) == (severity, kind, field)


def test_a_broken_file_is_named_by_its_line() -> None:
    notes = found(read(read_responses, '{"1_1":\n{"x" 3}}')[1])
    assert notes == [("error", "bad_json", 2)]


@given(st.text())
def test_no_text_makes_it_crash(text: str) -> None:
    read(read_responses, text.encode(errors="ignore"))
    read(read_responses, json.dumps({"1_1": {text: text, "y": {text: text}}}))


@pytest.mark.parametrize(
    ("path", "count", "runs", "spans", "empty"),
    [
        ("automatic_responses", 1501, 19, 0, 0),
        ("automatic_response_nuggets", 1501, 19, 7905, 0),
        ("gold_response_and_nuggets_human", 79, 1, 282, 17),
    ],
)
def test_it_reads_the_responses_of_ikat(
    path: str, count: int, runs: int, spans: int, empty: int
) -> None:
    responses: list[TurnResponse]
    responses, report = read_data(read_responses, f"ikat-2024/{path}.json")
    assert (len(responses), len({r.run_tag for r in responses})) == (count, runs)
    assert len({response.topic for response in responses}) == 79
    assert sum(len(response.matched or ()) for response in responses) == spans
    assert (report.errors, report.count("empty_answer")) == (0, empty)
