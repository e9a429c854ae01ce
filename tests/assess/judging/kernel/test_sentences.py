"""The beginning and end of sentences, to the code point."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assess.judging.kernel.sentences import sentences


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        (" \n ", []),
        ("No full stop", ["No full stop"]),
        ("One. Two!  Three?", ["One.", "Two!", "Three?"]),
        ("He said “Go.” Then went.", ["He said “Go.”", "Then went."]),
        ("A line\r\nanother\rthird", ["A line", "another", "third"]),
        ("Ice, e.g. sea ice, floats. Yes.", ["Ice, e.g. sea ice, floats.", "Yes."]),
        ("The U.S. coast. Dr. J. Snow.", ["The U.S. coast.", "Dr. J. Snow."]),
        ("Wait... what? (So.) No.", ["Wait...", "what?", "(So.)", "No."]),
        ("It costs 3.5 dollars. Ok.", ["It costs 3.5 dollars.", "Ok."]),
        ("海は凍る。「なぜ？」塩。", ["海は凍る。", "「なぜ？」", "塩。"]),
        ("هل يتجمد البحر؟ نعم.", ["هل يتجمد البحر؟", "نعم."]),
        (
            "\U0001f468\u200d\U0001f469 ice. Late.",
            ["\U0001f468\u200d\U0001f469 ice.", "Late."],
        ),
    ],
)
def test_it_finds_each_sentence(text: str, expected: list[str]) -> None:
    assert [text[start:end] for start, end in sentences(text)] == expected


@given(st.text(alphabet="ab. !?\n\r\u3002\U0001f600é)"))
def test_nothing_but_blanks_lies_between_sentences(text: str) -> None:
    at = 0
    for start, end in sentences(text):
        assert not text[at:start].strip()
        assert start < end
        assert text[start:end] == text[start:end].strip()
        at = end
    assert not text[at:].strip()
