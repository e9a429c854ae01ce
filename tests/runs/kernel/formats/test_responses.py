import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runs.kernel.checks.requirements import Checks
from runs.kernel.formats.responses import (
    RunResponse,
    SentenceRecord,
    read_run_responses,
)
from tests.runs.kernel.reader_results import Found, found, read

A, B = "shard_1_1", "shard_1_2"
CHECKS = Checks(
    topics={"9001": "tidal power"}, docid_pattern=r"shard_\d+_\d+", word_limit=5
)


def nested(**change: object) -> dict[str, object]:
    metadata = {"team_id": "t", "run_id": "tag", "narrative_id": "9001"}
    answer = [{"text": "Lagoons hold water.", "citations": [1, 0]}]
    record: dict[str, object] = {"metadata": metadata, "references": [A, B]}
    return record | {"answer": answer} | change


def flat(**change: object) -> dict[str, object]:
    beside = {"run_id": "tag", "topic_id": "9001", "topic": "tidal power"}
    record = {key: value for key, value in nested().items() if key != "metadata"}
    return record | beside | {"response_length": 3} | change


def cite(*citations: object) -> dict[str, object]:
    return nested(answer=[{"text": "Water.", "citations": list(citations)}])


def read_records(
    *records: dict[str, object], checks: Checks = CHECKS
) -> tuple[list[RunResponse], list[Found]]:
    text = "".join(json.dumps(record) + "\n" for record in records)
    responses, report = read(read_run_responses, text, checks=checks)
    return responses, found(report)


@pytest.mark.parametrize("record", [flat(), nested()])
def test_it_reads_both_shapes(record: dict[str, object]) -> None:
    ((response,), notes) = read_records(record)
    assert notes == []
    assert (response.topic, response.run_tag, response.words) == ("9001", "tag", 3)
    assert response.sentences == (SentenceRecord("Lagoons hold water.", (B, A)),)
    assert response.references == (A, B)
    assert json.loads(response.raw) == record


def test_a_flat_record_may_say_team_and_type() -> None:
    said = {"team_id": "t", "type": "manual"}
    other = {"topic_id": "9002", "topic": "", "team_id": "u", "type": "odd"}
    checks = replace(CHECKS, topics={**CHECKS.topics, "9002": ""})
    responses, notes = read_records(flat(**said), flat(**other), checks=checks)
    assert [(each.team, each.type) for each in responses] == [("t", "manual")] * 2
    assert notes == [("error", "changing_team", 2), ("warning", "unknown_run_type", 2)]
    severities = {"missing_run_type": "warning"}
    checks = replace(CHECKS, severities=severities)  # type: ignore[arg-type]
    assert read_records(flat(), checks=checks)[1] == []


def test_it_keeps_the_metadata_and_takes_a_number_for_a_name() -> None:
    metadata = {"run_id": "tag", "narrative_id": 9001, "narrative": "tidal power"}
    ((response,), notes) = read_records(nested(metadata=metadata))
    assert (response.topic, response.text, notes) == ("9001", "tidal power", [])
    assert response.metadata == metadata


@pytest.mark.parametrize(
    ("citations", "docids"),
    [([], ()), ([1, 0], (B, A)), ([B, A], (B, A)), ([B, 0], (B, A))],
)
def test_citations_become_docids_in_their_order(
    citations: list[object], docids: tuple[str, ...]
) -> None:
    (response,), notes = read_records(cite(*citations))
    assert (response.sentences[0].citations, notes) == (docids, [])


def test_a_repeated_reference_does_not_move_the_indices() -> None:
    record = cite(2) | {"references": [A, A, B]}
    (response,), notes = read_records(record)
    assert response.sentences[0].citations == (B,)
    assert notes == [("warning", "duplicate_reference", 1)]


@pytest.mark.parametrize(
    ("record", "notes"),
    [
        (cite(2), [("error", "citation_range", 1)]),
        (cite(-1), [("error", "citation_range", 1)]),
        (cite(True), [("error", "bad_citation", 1)]),
        (cite(1.0), [("error", "bad_citation", 1)]),
        (cite(None), [("error", "bad_citation", 1)]),
        (cite(""), [("error", "bad_citation", 1)]),
        (cite("shard_9_9"), [("error", "unlisted_citation", 1)]),
        (cite(0, A), [("warning", "duplicate_citation", 1)]),
        (nested(references=[A, "B"]), [("error", "bad_docid", 1)]),
        (nested(references=[A, 3]), [("error", "wrong_type", 1)]),
        (
            nested(references="A"),
            [
                ("error", "citation_range", 1),
                ("error", "citation_range", 1),
                ("error", "wrong_type", 1),
            ],
        ),
        (nested(answer=[]), [("warning", "empty_answer", 1)]),
        (
            nested(answer=["Water."]),
            [("warning", "empty_answer", 1), ("error", "wrong_type", 1)],
        ),
        (nested(answer=[{"text": "Water."}]), [("error", "missing_field", 1)]),
        (
            nested(answer=[{"text": " ", "citations": []}]),
            [("warning", "empty_answer", 1), ("warning", "empty_sentence", 1)],
        ),
        (
            nested(answer=[{"text": "a " * 6, "citations": []}]),
            [("warning", "over_length", 1)],
        ),
        (flat(response_length=4), [("warning", "wrong_length", 1)]),
        (flat(response_length="3"), [("error", "wrong_type", 1)]),
        (flat(topic="tides"), [("warning", "wrong_topic_text", 1)]),
    ],
)
def test_it_names_the_line_of_every_fault(
    record: dict[str, object], notes: list[Found]
) -> None:
    assert read_records(record)[1] == notes


@pytest.mark.parametrize(
    ("second", "kind"),
    [
        (flat(), "duplicate_topic"),
        (flat(topic_id="9009"), "unknown_topic"),
        (flat(topic_id="9002", run_id="other"), "changing_run_tag"),
        (flat(topic_id="9002", run_id=None), "wrong_type"),
        (flat(topic_id=True), "wrong_type"),
        (nested(metadata={}), "missing_field"),
        (nested(metadata=3), "wrong_type"),
    ],
)
def test_it_names_the_line_of_a_second_record(
    second: dict[str, object], kind: str
) -> None:
    checks = Checks(topics={"9001": "tidal power", "9002": "tidal power"})
    notes = read_records(flat(), second, checks=checks)[1]
    assert ("error", kind, 2) in notes
    assert {note[1] for note in notes} <= {kind, "missing_topic", "missing_field"}


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        (b"{", "bad_json"),
        (b"[]", "wrong_type"),
        (b'{"run_id": "a", "run_id": "a"}', "duplicate_key"),
        (b'{"response_length": NaN}', "bad_number"),
        (b'{"topic": "\\ud800"}', "lone_surrogate"),
        (b'{"topic": "\xff"}', "bad_encoding"),
    ],
)
def test_a_line_that_cannot_be_read_is_named(line: bytes, kind: str) -> None:
    raw = json.dumps(flat()).encode() + b"\n" + line + b"\n"
    responses, report = read(read_run_responses, raw, checks=CHECKS)
    assert (len(responses), found(report)) == (1, [("error", kind, 2)])


def test_a_missing_topic_is_named_at_the_last_line() -> None:
    checks = Checks(topics={"9001": "tidal power", "9002": "tides"})
    assert read_records(nested(), checks=checks)[1] == [("error", "missing_topic", 1)]


@pytest.mark.parametrize(
    ("checks", "kind"),
    [
        (Checks(topics=CHECKS.topics, max_references=1), "too_many_references"),
        (Checks(topics=CHECKS.topics, max_citations=1), "too_many_citations"),
        (Checks(topics=CHECKS.topics, metadata=("run_desc",)), "missing_metadata"),
        (Checks(topics=CHECKS.topics, run_tag_pattern="[a-f]+"), "bad_run_tag"),
    ],
)
def test_a_track_adds_its_own_rules(checks: Checks, kind: str) -> None:
    assert [note[1] for note in read_records(nested(), checks=checks)[1]] == [kind]


def test_what_is_off_can_be_switched_on() -> None:
    kinds = ("docid_citation", "mixed_citations", "uncited_reference")
    severities = dict.fromkeys(kinds, "error")
    checks = Checks(topics=CHECKS.topics, severities=severities)  # type: ignore[arg-type]
    record = cite(0, B) | {"references": [A, B, "shard_1_3"]}
    assert [note[1] for note in read_records(record, checks=checks)[1]] == list(kinds)


def test_words_are_counted_as_the_track_does() -> None:
    record = nested(answer=[{"text": "ﷺ", "citations": []}])
    strict = Checks(topics=CHECKS.topics, word_limit=3, word_counter="nfkc")
    plain = Checks(topics=CHECKS.topics, word_limit=3)
    assert read_records(record, checks=plain)[1] == []
    (response,), notes = read_records(record, checks=strict)
    assert (response.words, notes) == (1, [("warning", "over_length", 1)])


VALUE = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3),
)


@given(
    st.fixed_dictionaries(
        {},
        optional=dict.fromkeys(
            ("metadata", "answer", "references", "run_id", "topic_id"), VALUE
        ),
    ),
    st.text(),
)
def test_no_record_makes_it_crash(change: dict[str, object], text: str) -> None:
    for record in (nested(**change), flat(**change), cite(change.get("answer"))):
        read_records(record)
    read(read_run_responses, text.encode(errors="ignore"), checks=CHECKS)
