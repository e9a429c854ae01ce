import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runs.kernel.formats.topics import (
    ConversationRecord,
    TopicRecord,
    read_conversations,
    read_topics,
)
from tests.runs.kernel.reader_results import Found, found, read, read_data


@pytest.mark.parametrize(
    "text",
    [
        "9001\thow do lagoons work\n9002\ttides\n",
        "9001\thow do lagoons work\r\n9002\ttides",
        '{"id": "9001", "title": "how do lagoons work"}\n'
        '{"id": 9002, "title": "tides"}',
        '[{"id": 9001, "title": "how do lagoons work"},\n'
        '{"id": "9002", "title": "tides"}]',
        "\ufeff9001\thow do lagoons work\n9002\ttides\n",
        '{"request_id": "9001", "title": "how do lagoons work"}\n'
        '{"id": "9002", "title": "tides"}',
    ],
)
def test_it_tells_the_forms_apart(text: str) -> None:
    topics, report = read(read_topics, text)
    assert [topic[1:] for topic in topics] == [
        ("9001", "how do lagoons work"),
        ("9002", "tides"),
    ]
    assert report.errors == 0


@pytest.mark.parametrize(
    ("text", "notes"),
    [
        ("", [("error", "empty_file", None)]),
        ("[]", [("error", "empty_file", None)]),
        ("1 tides\n", [("error", "wrong_columns", 1)]),
        ("1\ta\n2\tb\tc\n", [("error", "wrong_columns", 2)]),
        ("1\ta\n\t b\n", [("error", "bad_name", 2)]),
        ("1\ta\n1\tb\n", [("error", "duplicate_topic", 2)]),
        ("1\ta\n2\t \n", [("error", "empty_text", 2)]),
        ('{"id": "1"}\n', [("error", "missing_field", 1)]),
        ('{"id": true, "title": "a"}\n', [("error", "wrong_type", 1)]),
        ('{"id": "1", "title": "a"}\n[]\n', [("error", "wrong_type", 2)]),
        ('{"id": "1", "title": "a"}\n{"id"\n', [("error", "bad_json", 2)]),
        ('[{"id": "1", "title": "a"}, 3]', [("error", "wrong_type", None)]),
        ('[\n{"id": "1",\n}]', [("error", "bad_json", 3)]),
    ],
)
def test_it_names_the_line_of_a_bad_topic(text: str, notes: list[Found]) -> None:
    assert found(read(read_topics, text)[1]) == notes


WORD = st.text(st.characters(exclude_categories=("C", "Z")), min_size=1)


@given(st.dictionaries(WORD, WORD, min_size=1))
def test_it_reads_every_topic_that_was_written(topics: dict[str, str]) -> None:
    records = [{"id": key, "title": text} for key, text in topics.items()]
    lines = "".join(json.dumps(record) + "\n" for record in records)
    for text in (lines, json.dumps(records)):
        read_back, report = read(read_topics, text)
        assert {topic.name: topic.text for topic in read_back} == topics
        assert report.errors == 0


@given(st.text() | st.binary())
def test_no_file_makes_it_crash(text: str | bytes) -> None:
    raw = text.encode(errors="replace") if isinstance(text, str) else text
    for start in (b"", b"[", b'{"id": "1"', b"1\t"):
        read(read_topics, start + raw)
        read(read_conversations, start + raw)


def conversation(**change: object) -> str:
    turn = {"turn_id": 1, "utterance": "Hello?", "ptkb_provenance": [1]}
    record: dict[str, object] = {
        "number": "14",
        "title": "Tides",
        "ptkb": {"1": "I sail."},
    }
    return json.dumps([record | {"turns": [turn | change]} | change])


def test_a_turn_is_named_by_conversation_and_turn() -> None:
    ((number, title, statements, (turn,)),), report = read(
        read_conversations, conversation()
    )
    assert (number, title, statements) == ("14", "Tides", {"1": "I sail."})
    assert (turn.name, turn.utterance, turn.statements) == ("14_1", "Hello?", ("1",))
    assert report.groups() == []


def test_statements_may_be_a_list() -> None:
    ((_, _, statements, _),), _ = read(
        read_conversations, conversation(ptkb=["I sail."])
    )
    assert statements == {"1": "I sail."}


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"number": None}, "[0]/number"),
        ({"turn_id": True}, "[0]/turns/[0]/turn_id"),
        ({"utterance": " "}, "[0]/turns/[0]/utterance"),
        ({"ptkb_provenance": [2]}, "[0]/turns/[0]/ptkb_provenance"),
        ({"response_provenance": ["a b"]}, "[0]/turns/[0]/response_provenance"),
        ({"response": 4}, "[0]/turns/[0]/response"),
        ({"ptkb": {"1": "a", "2": 3}}, "[0]/ptkb/2"),
        ({"ptkb": 3, "ptkb_provenance": []}, "[0]/ptkb"),
    ],
)
def test_a_bad_conversation_is_named_by_its_path(
    change: dict[str, object], field: str
) -> None:
    _, report = read(read_conversations, conversation(**change))
    assert [note.field for note in report] == [field]


def test_a_turn_that_stands_twice_is_an_error() -> None:
    record = json.loads(conversation())
    record[0]["turns"] *= 2
    assert found(read(read_conversations, json.dumps(record))[1]) == [
        ("error", "duplicate_topic", None)
    ]


@pytest.mark.parametrize(
    ("path", "count"),
    [
        ("trec-rag-2025/rag25-topics.jsonl", 105),
        ("trec-rag-2025/rag25-topics-dev.tsv", 22),
        ("trec-rag-2025/rag26-topics.tsv", 119),
        ("rag24-topics.tsv", 301),
    ],
)
def test_it_reads_the_tracks_own_topics(path: str, count: int) -> None:
    topics: list[TopicRecord]
    topics, report = read_data(read_topics, path)
    assert (len(topics), report.groups()) == (count, [])


def test_it_reads_ikats_own_conversations() -> None:
    talks: list[ConversationRecord]
    talks, report = read_data(read_conversations, "ikat-2024/topics.json")
    turns = [turn for talk in talks for turn in talk.turns]
    assert (len(talks), len(turns)) == (17, 218)
    assert sum(len(talk.statements) for talk in talks) == 288
    assert sum(len(turn.statements) for turn in turns) == 175
    assert report.groups() == []
