import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llm.kernel.reply import FENCED, SPELLING, BadReply, Read
from nuggets.kernel.drafting import (
    NOTHING_NEW,
    REPEATED,
    TOO_MANY,
    batches,
    near_duplicates,
    read_assignments,
    read_importances,
    read_mapping,
    read_nugget_list,
    vital_first,
)

STORABLE = st.characters(exclude_categories=["Cs"], exclude_characters="\0")


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
    assert read_nugget_list(reply).value == ["a wall", "a gate"]


@pytest.mark.parametrize(
    "reply",
    [
        "",
        '[""]',
        "a wall",
        '"a wall"',
        '{"nuggets": ["a wall"]}',
        '["a wall"',
        '["a wall", 3]',
        '["a wall", ["a gate"]]',
        '("a wall", "a gate")',
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


def test_a_list_that_is_too_long_is_cut() -> None:
    reply = json.dumps([f"nugget {number}" for number in range(35)])
    found = read_nugget_list(reply)
    assert len(found.value) == 30
    assert found.value[-1] == "nugget 29"
    assert found.forgiven == (TOO_MANY,)


def test_repeats_and_blanks_go_and_long_nuggets_stay() -> None:
    long = "one two three four five six seven eight nine ten eleven twelve more"
    found = read_nugget_list(json.dumps(["a", " ", "a", long]))
    assert found.value == ["a", long]
    assert found.forgiven == (REPEATED,)


def test_an_empty_list_brings_no_new_nugget_and_takes_none_away() -> None:
    assert read_nugget_list("[]") == Read([], (NOTHING_NEW,))
    found = read_nugget_list("```json\n[]\n```", so_far=["a wall"])
    assert found == Read(["a wall"], (FENCED, NOTHING_NEW))


def test_importances_come_one_for_each_nugget() -> None:
    found = read_importances('["vital", "okay"]', expected=2)
    assert found == Read(["vital", "okay"])


def test_assignments_come_one_for_each_nugget() -> None:
    labels = ["support", "partial_support", "not_support"]
    assert read_assignments(str(labels), expected=3).value == labels
    shouted = '["Support", "Partial support", "NOT_SUPPORT"]'
    assert read_assignments(shouted, expected=3) == Read(labels, (SPELLING,))


@pytest.mark.parametrize(
    ("reply", "match"),
    [
        ('["support"]', "2 labels were asked for, the reply has 1"),
        ('["support", "support", "support"]', "the reply has 3"),
        ('["support", "supports"]', "'supports' is not one of support"),
        ('["support", "failed"]', "'failed' is not one of"),
        ('["support", null]', "NoneType"),
    ],
)
def test_other_counts_and_labels_are_refused(reply: str, match: str) -> None:
    with pytest.raises(BadReply, match=match):
        read_assignments(reply, expected=2)


def test_a_mapping_names_a_subnarrative_for_each_nugget() -> None:
    assert read_mapping('["Cost", " Cost  of sea"]', expected=2).value == [
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
        assert all(read_nugget_list(reply).value)


@given(
    st.lists(
        st.text(STORABLE, min_size=1).filter(lambda text: bool(text.strip())),
        min_size=1,
        max_size=30,
    )
)
def test_what_a_model_lists_in_json_comes_back(texts: list[str]) -> None:
    expected = list(dict.fromkeys(" ".join(text.split()) for text in texts))
    assert read_nugget_list(json.dumps(texts)).value == expected
    assert read_nugget_list(repr(texts)).value == expected
