"""Added and deleted words are marked, and no character is lost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nuggets.kernel.passages import Piece
from nuggets.kernel.word_diff import diff_words


def written(pieces: list[Piece]) -> str:
    return "".join(
        f"[{piece.text}]" if piece.marked else piece.text for piece in pieces
    )


@pytest.mark.parametrize(
    ("before", "after", "old", "new"),
    [
        ([], [], [], []),
        (["a b"], ["a b"], ["a b"], ["a b"]),
        (["salt was ice"], ["salt is ice"], ["salt [was] ice"], ["salt [is] ice"]),
        (["a b c"], ["a x y c"], ["a [b] c"], ["a [x y] c"]),
        (["ice floats; salt sinks"], ["ice floats", "salt sinks"],
         ["ice floats[;] salt sinks"], ["ice floats", "salt sinks"]),
        (["ice floats", "salt sinks"], ["ice floats, salt sinks"],
         ["ice floats", "salt sinks"], ["ice floats[,] salt sinks"]),
        (["old"], ["new"], ["[old]"], ["[new]"]),
    ],
)  # fmt: skip
def test_it_marks_what_differs(
    before: list[str], after: list[str], old: list[str], new: list[str]
) -> None:
    left, right = diff_words(before, after)
    assert [written(pieces) for pieces in left] == old
    assert [written(pieces) for pieces in right] == new


texts = st.lists(st.text("ab c.é🧊\n", max_size=12), max_size=3)


@given(texts, texts)
def test_no_character_is_lost(before: list[str], after: list[str]) -> None:
    for given_texts, found in zip(
        (before, after), diff_words(before, after), strict=True
    ):
        assert [
            "".join(piece.text for piece in pieces) for pieces in found
        ] == given_texts
