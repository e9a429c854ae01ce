import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runs.kernel.formats.nuggets import (
    Nugget,
    TopicNuggets,
    fold_subnarrative,
    read_nuggets,
    split_subnarrative,
)
from runs.kernel.formats.writers import write_nuggets
from tests.runs.kernel.reader_results import Found, found, read, read_data


def line(*nuggets: object, **change: object) -> str:
    return json.dumps({"query": "q", "qid": "1", "nuggets": list(nuggets)} | change)


def test_it_reads_nuggetizers_file() -> None:
    text = line({"text": "a", "importance": "Vital"}, {"text": "b"}, qid=1)
    (topic,), report = read(read_nuggets, text)
    assert topic == TopicNuggets(1, "1", "q", (Nugget(1, "a", "vital"), Nugget(2, "b")))
    assert report.groups() == []


@pytest.mark.parametrize(
    ("text", "notes"),
    [
        ("", [("error", "empty_file", None)]),
        (line(), []),
        (line({"text": "a", "importance": "failed"}), [("warning", "failed_label", 1)]),
        (line({"text": "a", "importance": "high"}), [("error", "bad_label", 1)]),
        (line({"text": " "}), [("error", "empty_text", 1)]),
        (line({"importance": "vital"}), [("error", "missing_field", 1)]),
        (line("a"), [("error", "wrong_type", 1)]),
        (line({"text": "a"}, {"text": "a"}), [("warning", "duplicate_nugget", 1)]),
        (line() + "\n" + line(), [("error", "duplicate_topic", 2)]),
        (line() + "\n" + line(qid=None), [("error", "wrong_type", 2)]),
        (line(nuggets={}), [("error", "wrong_type", 1)]),
    ],
)
def test_it_names_the_line_of_a_bad_nugget(text: str, notes: list[Found]) -> None:
    assert found(read(read_nuggets, text)[1]) == notes


@pytest.mark.parametrize(
    ("written", "name", "added"),
    [
        ("", "", False),
        ('"Costs"', "Costs", False),
        ("New: Costs", "Costs", True),
        ('New: "what of costs?"', "what of costs?", True),
        ("New: \"what of costs?'", "what of costs?", True),
        ('new "Costs"', "Costs", True),
        ("NEW - Costs", "Costs", True),
        ('"New York costs"', "New York costs", False),
        ("New York costs", "New York costs", False),
        ("Newer costs", "Newer costs", False),
        ("the states' costs", "the states' costs", False),
    ],
)
def test_it_knows_added_subnarratives(written: str, name: str, added: bool) -> None:
    assert split_subnarrative(written) == (name, added)


def test_where_others_are_quoted_an_unquoted_one_was_added() -> None:
    rows = [
        {"text": t, "mapped_sub_narrative": s} for t, s in (("a", '"A"'), ("b", "B"))
    ]
    ((_, _, _, nuggets),), _ = read(read_nuggets, line(*rows))
    assert [(n.subnarrative, n.added) for n in nuggets] == [("A", False), ("B", True)]
    ((_, _, _, nuggets),), _ = read(read_nuggets, line(rows[1]))
    assert [(n.subnarrative, n.added) for n in nuggets] == [("B", False)]


def test_spellings_fold_to_one_key() -> None:
    spellings = ("How  was it", "how was IT", '"How was it"', " how was it' ")
    assert {fold_subnarrative(name) for name in spellings} == {"how was it"}


def test_it_reads_ikats_gold_nuggets() -> None:
    text = '{\n "14_4": {"[1]": {"text": "a", "relevance": "4"},\n "[3]": '
    text += '{"text": "b", "relevance": 1}}, "14_5": {}}'
    topics, report = read(read_nuggets, text)
    assert topics == [
        TopicNuggets(
            None, "14_4", "", (Nugget(1, "a", grade=4), Nugget(3, "b", grade=1))
        ),
        TopicNuggets(None, "14_5", "", ()),
    ]
    assert report.groups() == []


@pytest.mark.parametrize(
    ("member", "kind", "field"),
    [
        ('"1": {"text": "a", "relevance": "4"}', "bad_number", "8_5/1"),
        ('"[3]": {"text": "a", "relevance": "x"}', "bad_number", "8_5/[3]/relevance"),
        ('"[3]": {"text": "a"}', "missing_field", "8_5/[3]/relevance"),
        ('"[3]": {"text": "", "relevance": "1"}', "empty_text", "8_5/[3]/text"),
        ('"[3]": "a"', "wrong_type", "8_5/[3]"),
    ],
)
def test_a_bad_gold_nugget_is_named_by_its_path(
    member: str, kind: str, field: str
) -> None:
    _, report = read(read_nuggets, '{"8_5": {' + member + "}}")
    note = next(iter(report))
    assert (note.kind, note.field, note.line) == (kind, field, None)


def test_a_broken_gold_file_is_named_by_its_line() -> None:
    text = '{"8_5": {"[1]": {"text": "a",\n\n"relevance" 3}}}'
    assert found(read(read_nuggets, text)[1]) == [("error", "bad_json", 3)]


TEXT = st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1).filter(
    lambda text: text == text.strip()
)
IMPORTANCE = st.sampled_from(["vital", "okay", ""])
SUBNARRATIVE = st.just(("", False)) | st.tuples(TEXT, st.booleans())


@given(st.lists(st.tuples(TEXT, IMPORTANCE, SUBNARRATIVE, TEXT)), TEXT)
def test_what_is_written_is_read_again(
    rows: list[tuple[str, str, tuple[str, bool], str]], query: str
) -> None:
    nuggets = tuple(
        Nugget(number, text, importance, name, added, source)
        for number, (text, importance, (name, added), source) in enumerate(
            rows, start=1
        )
    )
    topic = TopicNuggets(1, "1", query, nuggets)
    extended, _ = read(read_nuggets, "".join(write_nuggets([topic], extended=True)))
    plain, _ = read(read_nuggets, "".join(write_nuggets([topic])))
    assert extended == [topic._replace(text="")]
    assert plain[0].text == query
    assert [(n.text, n.importance) for n in plain[0].nuggets] == [
        (n.text, n.importance) for n in nuggets
    ]


@given(st.text())
def test_no_text_makes_it_crash(text: str) -> None:
    for start in ("", '{"qid": 1, "nuggets": [', '{"8_5": {"[1]": {'):
        read(read_nuggets, (start + text).encode(errors="ignore"))


def test_it_reads_the_development_bank_of_2025() -> None:
    topics: list[TopicNuggets]
    topics, report = read_data(read_nuggets, "trec-rag-2025/rag25-dev-nuggets.jsonl")
    rows = [(topic.topic, nugget) for topic in topics for nugget in topic.nuggets]
    names = {(topic, fold_subnarrative(n.subnarrative)) for topic, n in rows}
    assert (len(topics), len(rows), len(names)) == (22, 1255, 217)
    assert sum(nugget.importance == "vital" for _, nugget in rows) == 925
    assert sum(nugget.added for _, nugget in rows) == 148
    assert not any('"' in nugget.subnarrative for _, nugget in rows)
    assert report.groups() == []


@pytest.mark.parametrize(
    ("path", "turns", "held", "count", "twins"),
    [
        ("gold_nuggets_human", 116, 78, 2279, 40),
        ("gold_nuggets_human_deduplicated", 116, 78, 1201, 0),
    ],
)
def test_it_reads_the_gold_nuggets_of_ikat(
    path: str, turns: int, held: int, count: int, twins: int
) -> None:
    topics: list[TopicNuggets]
    topics, report = read_data(read_nuggets, f"ikat-2024/{path}.json")
    sizes = [len(topic.nuggets) for topic in topics]
    assert (len(sizes), sum(map(bool, sizes)), sum(sizes)) == (turns, held, count)
    assert (report.errors, report.count("duplicate_nugget")) == (0, twins)
