"""A marked passage has the same characters as the passage."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nuggets.kernel.passages import PassagePiece, Piece, cut, mark_spans, word_spans
from tests.marked_words import MARKED


def words_in(text: str, words: str) -> list[str]:
    return [text[start:end] for start, end in word_spans(text, words)]


def test_it_finds_words_of_the_same_stem_and_no_stop_words() -> None:
    text = "The bubbles lifted warm water; the lid never closes."
    found = words_in(text, "A bubble lifts the water")
    assert found == ["bubbles", "lifted", "water"]


@pytest.mark.parametrize(("words", "text", "marked"), MARKED)
def test_it_marks_as_the_page_s_script_does(
    words: str, text: str, marked: list[str]
) -> None:
    assert words_in(text, words) == marked


def test_it_finds_nothing_in_an_empty_passage() -> None:
    assert words_in("", "water") == []
    assert words_in("ice", "") == []
    assert cut("", []) == []


def test_it_marks_spans_after_an_emoji_by_code_points() -> None:
    text = "🧊🧊 ice and ice"
    assert mark_spans(text, [(11, 14)]) == [
        Piece("🧊🧊 ice and ", marked=False),
        Piece("ice", marked=True),
    ]


def test_a_mark_across_sentences_shows_in_both() -> None:
    found = cut("🧊 cold. Ice.", [(2, 11)])
    assert found == [
        PassagePiece(0, 7, True, [Piece("🧊 ", False), Piece("cold.", True)]),
        PassagePiece(7, 8, False, [Piece(" ", True)]),
        PassagePiece(8, 12, True, [Piece("Ice", True), Piece(".", False)]),
    ]


spans = st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40)))


@given(st.text(), spans)
def test_no_span_loses_a_character(text: str, spans: list[tuple[int, int]]) -> None:
    assert "".join(piece.text for piece in mark_spans(text, spans)) == text


@given(st.text("ab. \n🧊"), spans)
def test_the_parts_are_the_text(text: str, spans: list[tuple[int, int]]) -> None:
    parts = cut(text, spans)
    for part in parts:
        joined = "".join(piece.text for piece in part.pieces)
        assert joined == text[part.start : part.end]
    assert "".join(text[part.start : part.end] for part in parts) == text
    marks = [place for part in parts for place in _marked_places(part)]
    wanted = {at for start, end in spans for at in range(start, min(end, len(text)))}
    assert marks == sorted(wanted)


def _marked_places(part: PassagePiece) -> list[int]:
    places: list[int] = []
    at = part.start
    for piece in part.pieces:
        places += range(at, at + len(piece.text)) if piece.marked else []
        at += len(piece.text)
    return places
