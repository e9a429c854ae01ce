"""The reader of replies, tested with every form that a model may use for a list."""

import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llm.kernel.reply import (
    FENCED,
    NUMBERED,
    PYTHON,
    SPELLING,
    WORDS_BEFORE,
    BadReply,
    Read,
    read_label,
    read_labels,
    read_texts,
)

LABELS = ("support", "partial_support", "not_support")
BOTH = ["support", "not_support"]


@pytest.mark.parametrize(
    ("reply", "forgiven"),
    [
        ('["support", "not_support"]', ()),
        ('Here is the list: ["support", "not_support"]', (WORDS_BEFORE,)),
        ('A) ["support", "not_support"]', (WORDS_BEFORE,)),
        ('```json\n["support", "not_support"]\n```', (FENCED,)),
        ('```["support", "not_support"]```', (FENCED,)),
        (
            'Here you are.\n\n```json\n["support", "not_support"]\n```',
            (WORDS_BEFORE, FENCED),
        ),
        ("['support', 'not_support']", (PYTHON,)),
        ('["Support", "NOT SUPPORT"]', (SPELLING,)),
        ('["1. support", "2. not_support"]', (NUMBERED,)),
        ('["(a) support", "(b) Not_support"]', (NUMBERED, SPELLING)),
    ],
)
def test_it_reads_a_list_and_names_what_it_forgives(
    reply: str, forgiven: tuple[str, ...]
) -> None:
    assert read_labels(reply, expected=2, allowed=LABELS) == Read(BOTH, forgiven)


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "support, not_support",
        '["support"]',
        '["support", "not_support", "support"]',
        '["support", "not_sup',
        '["support", "not_support"',
        '```json\n["support", "not_support"]',
        '["support", "not_support"] Wait, the second is support.',
        '["support", "not_support"] # the second may be support',
        '["support", "support"] or rather ["support", "not_support"]',
        'For ["a", "b"] the labels are ["support", "not_support"]',
        '{"labels": ["support", "not_support"]}',
        '["support" "", "not_support"]',
        '["support", "perhaps"]',
        '["support", null]',
        '["support", ["not_support"]]',
        '["2. support", "1. not_support"]',
        '["1. support", "not_support"]',
        '["support", "not_support\\u0000"]',
        '["support", "not_support\\ud800"]',
        "[" * 100_000,
    ],
)
def test_it_never_guesses(reply: str) -> None:
    with pytest.raises(BadReply):
        read_labels(reply, expected=2, allowed=LABELS)


def test_a_missing_comma_joins_no_two_texts() -> None:
    with pytest.raises(BadReply, match="comma is missing"):
        read_texts("['a wall' 'a gate', 'a lock']")


@given(st.text(), st.integers(0, 5))
def test_any_text_brings_as_many_known_labels_as_asked_for_or_none(
    reply: str, expected: int
) -> None:
    for text in (reply, f"[{reply}]", f'["{reply}"]', f"```{reply}```"):
        with suppress(BadReply):
            found = read_labels(text, expected=expected, allowed=LABELS)
            assert len(found.value) == expected
            assert set(found.value) <= set(LABELS)
        with suppress(BadReply):
            assert read_label(text, allowed=LABELS).value in LABELS


SPELLED = st.sampled_from(
    [*LABELS, "Support", "Not Support", "supports", "", "vital", "1. support", "no"]
)


@st.composite
def replies(draw: st.DrawFn) -> tuple[str, list[str]]:
    """A list surrounded by words, fences and cuts, and its content."""
    entries = draw(st.lists(SPELLED, max_size=4))
    listed = draw(st.sampled_from([json.dumps(entries), repr(entries)]))
    before = draw(st.sampled_from(["", "Here: ", "I say [1]: ", "No: ", '"x" ']))
    opening, closing = draw(
        st.sampled_from([("", ""), ("```json\n", "\n```"), ("```", "```"), ("```", "")])
    )
    after = draw(st.sampled_from(["", "\n", " Done.", ' ["support"]', "]", ","]))
    whole = f"{before}{opening}{listed}{closing}{after}"
    return whole[: draw(st.integers(0, len(whole)))], entries


@given(replies(), st.integers(0, 4))
def test_what_is_read_is_what_the_list_holds(
    said: tuple[str, list[str]], expected: int
) -> None:
    reply, entries = said
    with suppress(BadReply):
        found = read_labels(reply, expected=expected, allowed=LABELS)
        plain = [entry.removeprefix("1. ").lower() for entry in entries]
        assert found.value == [entry.replace(" ", "_") for entry in plain]
