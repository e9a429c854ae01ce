"""A marked passage is the passage, character by character."""

from hypothesis import given
from hypothesis import strategies as st

from nuggets.kernel.passages import Piece, mark_spans, mark_words


def marked(pieces: list[Piece]) -> list[str]:
    return [piece.text for piece in pieces if piece.marked]


def test_it_marks_words_of_the_same_stem_and_no_stop_words() -> None:
    text = "The bubbles lifted warm water; the lid never closes."
    assert marked(mark_words(text, "A bubble lifts the water")) == [
        "bubbles",
        "lifted",
        "water",
    ]


def test_it_marks_nothing_in_an_empty_passage() -> None:
    assert mark_words("", "water") == []
    assert mark_words("ice", "") == [Piece("ice", marked=False)]


def test_it_marks_spans_after_an_emoji_by_code_points() -> None:
    text = "🧊🧊 ice and ice"
    assert mark_spans(text, [(11, 14)]) == [
        Piece("🧊🧊 ice and ", marked=False),
        Piece("ice", marked=True),
    ]


@given(st.text(), st.text())
def test_the_pieces_are_the_text(text: str, words: str) -> None:
    assert "".join(piece.text for piece in mark_words(text, words)) == text


@given(st.text(), st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40))))
def test_no_span_loses_a_character(text: str, spans: list[tuple[int, int]]) -> None:
    assert "".join(piece.text for piece in mark_spans(text, spans)) == text
