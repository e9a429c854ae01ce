import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llm.kernel.reply import BadReply
from nuggets.kernel.drafting import (
    NuggetList,
    batches,
    near_duplicates,
    read_assignments,
    read_importances,
    read_mapping,
    read_nugget_list,
    vital_first,
)


@pytest.mark.parametrize(
    ("count", "size", "expected"),
    [(0, 10, []), (10, 10, [10]), (21, 10, [10, 10, 1]), (3, 1, [1, 1, 1])],
)
def test_batches_hold_at_most_their_size(
    count: int, size: int, expected: list[int]
) -> None:
    found = list(batches(range(count), size))
    assert [len(batch) for batch in found] == expected
    assert [item for batch in found for item in batch] == list(range(count))


def test_a_batch_holds_at_least_one() -> None:
    with pytest.raises(ValueError, match="at least one"):
        list(batches([1], 0))


@pytest.mark.parametrize(
    "reply",
    [
        '["a wall", "a gate"]',
        "['a wall', 'a gate']",
        '```json\n["a wall", "a gate"]\n```',
        "```python\n['a wall', 'a gate']```",
        ' ["a  wall ", "a\\ngate"]\n',
    ],
)
def test_a_list_of_strings_is_a_nugget_list(reply: str) -> None:
    assert read_nugget_list(reply) == NuggetList(("a wall", "a gate"))


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "[]",
        '[""]',
        "a wall",
        '"a wall"',
        '{"nuggets": ["a wall"]}',
        '["a wall"',
        '["a wall", 3]',
        '["a wall", ["a gate"]]',
        '("a wall", "a gate")',
        'Here it is: ["a wall"]',
        '["a wall"] and ["a gate"]',
        "[__import__('os').getcwd()]",
        "[" * 5_000,
        "[" + "9" * 5_000 + "]",
        '```json\n["a wall"]\n``` Done.',
    ],
)
def test_anything_else_is_a_bad_reply(reply: str) -> None:
    with pytest.raises(BadReply):
        read_nugget_list(reply)


def test_a_list_that_is_too_long_is_cut_with_a_note() -> None:
    reply = json.dumps([f"nugget {number}" for number in range(35)])
    found = read_nugget_list(reply)
    assert len(found.nuggets) == 30
    assert found.nuggets[-1] == "nugget 29"
    assert found.notes == ("35 nuggets cut to the first 30.",)


def test_repeats_and_blanks_go_and_long_nuggets_stay_with_notes() -> None:
    long = "one two three four five"
    found = read_nugget_list(json.dumps(["a", " ", "a", long]), most_words=4)
    assert found.nuggets == ("a", long)
    assert found.notes == (
        "Blank or repeated nuggets dropped: 2.",
        "Nuggets of more than 4 words: 1.",
    )


def test_importances_come_one_for_each_nugget() -> None:
    assert read_importances('["vital", "okay"]', expected=2) == ["vital", "okay"]


def test_assignments_come_one_for_each_nugget() -> None:
    labels = ["support", "partial_support", "not_support"]
    assert read_assignments(str(labels), expected=3) == labels


@pytest.mark.parametrize(
    ("reply", "match"),
    [
        ('["support"]', "2 labels were asked for, the reply has 1"),
        ('["support", "support", "support"]', "the reply has 3"),
        ('["support", "Support"]', "'Support' is not one of support"),
        ('["support", "failed"]', "'failed' is not one of"),
        ('["support", null]', "NoneType"),
    ],
)
def test_other_counts_and_labels_are_refused(reply: str, match: str) -> None:
    with pytest.raises(BadReply, match=match):
        read_assignments(reply, expected=2)


def test_a_mapping_names_a_subnarrative_for_each_nugget() -> None:
    assert read_mapping('["Cost", " Cost  of sea"]', expected=2) == [
        "Cost",
        "Cost of sea",
    ]
    with pytest.raises(BadReply, match="asked for"):
        read_mapping('["Cost"]', expected=2)
    with pytest.raises(BadReply, match="without a text"):
        read_mapping('["Cost", " "]', expected=2)


def test_vital_nuggets_come_first_in_their_order() -> None:
    assert vital_first([]) == []
    assert vital_first(["okay", "vital", "", "vital"]) == [1, 3, 0, 2]


def test_it_points_at_nuggets_that_say_nearly_the_same() -> None:
    texts = [
        "Lagoons hold water behind a wall",
        "Barrages cross a whole estuary",
        "Behind a wall, lagoons hold water.",
    ]
    assert near_duplicates([]) == []
    assert [pair[:2] for pair in near_duplicates(texts)] == [(0, 2)]


@given(st.text())
def test_any_text_is_read_or_refused_in_a_sentence(reply: str) -> None:
    with suppress(BadReply):
        assert read_nugget_list(reply).nuggets


@given(
    st.lists(
        st.text(min_size=1).filter(lambda text: bool(text.strip())),
        min_size=1,
        max_size=30,
    )
)
def test_what_a_model_lists_in_json_comes_back(texts: list[str]) -> None:
    expected = tuple(dict.fromkeys(" ".join(text.split()) for text in texts))
    assert read_nugget_list(json.dumps(texts)).nuggets == expected
    assert read_nugget_list(repr(texts)).nuggets == expected
