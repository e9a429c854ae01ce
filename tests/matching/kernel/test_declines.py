"""Which answers decline to answer, by phrases."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matching.kernel.declines import PHRASES, decline

TEXTS = (
    ("I do not know what your neighbour grows.", "do not know"),
    ("Sorry, I DON’T KNOW.", "DON’T KNOW"),
    ("I don't  \n know.", "don't  \n know"),
    ("There is not enough information here.", "not enough information"),
    ("We could find no information.", "no information"),
    ("This question is unanswerable", "unanswerable"),
)
ANSWERS = (
    "",
    "Lettuce and herbs.",
    "You cannot telephone them.",
    "The casino information desk is open.",
    "Those who know do not.",
)


@pytest.mark.parametrize(("text", "phrase"), TEXTS)
def test_a_text_with_a_phrase_declines(text: str, phrase: str) -> None:
    found = decline(text)
    assert found is not None
    assert text[slice(*found)] == phrase


@pytest.mark.parametrize("text", ANSWERS)
def test_a_text_without_one_answers(text: str) -> None:
    assert decline(text) is None


def test_the_longest_of_phrases_that_begin_together_counts() -> None:
    assert decline("I know nothing", ["I know", "I know nothing"]) == (0, 14)


def test_phrases_are_no_expressions() -> None:
    assert decline("What?", [".*", "What?"]) == (0, 5)
    assert decline("anything", [".*"]) is None


def test_without_phrases_nothing_declines() -> None:
    assert decline("I do not know.", []) is None
    assert decline("I do not know.", ["", "  "]) is None


@given(st.text(), st.text(), st.sampled_from(PHRASES))
def test_a_phrase_between_other_words_is_found(
    before: str, after: str, phrase: str
) -> None:
    text = f"{before} {phrase} {after}"
    found = decline(text, [phrase])
    assert found is not None
    start, end = found
    assert text[start:end].casefold().split() == phrase.split()
