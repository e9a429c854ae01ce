"""A model may name the sub-narratives behind its grade; they never change it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assess.judging.kernel.replies import read_grade
from assess.kinds.kernel.grades import CoveredGrade
from assess.kinds.kernel.relevance_replies import (
    CONTRADICTING_TICKS,
    UNREADABLE_TICKS,
    read_counted,
)
from llm.kernel.reply import BadReply, Read


@pytest.mark.parametrize(
    ("line", "grade", "ticks", "marks"),
    [
        ("", 3, None, ()),
        ("##sub-narratives: B\n", 2, (1,), ()),
        ("##sub-narratives: C, A\n", 3, (0, 2), ()),
        ("## Subnarratives: a; b and c.\n", 3, (0, 1, 2), ()),
        ("##sub-narratives: A A\n", 2, (0,), ()),
        ("##sub-narratives: none\n", 1, (), ()),
        ("##sub-narratives:\n", 0, (), ()),
        ("##sub-narratives: none\n", 2, (), (CONTRADICTING_TICKS,)),
        ("##sub-narratives: A\n", 4, (0,), (CONTRADICTING_TICKS,)),
        ("##sub-narratives: A, B\n", 1, (0, 1), (CONTRADICTING_TICKS,)),
        ("##sub-narratives: A, D\n", 3, None, (UNREADABLE_TICKS,)),
        ("##sub-narratives: salt water\n", 2, None, (UNREADABLE_TICKS,)),
        ("##sub-narratives: A\n##sub-narratives: B\n", 2, None, (UNREADABLE_TICKS,)),
    ],
)
def test_letters_are_places_and_the_grade_stands(
    line: str, grade: int, ticks: tuple[int, ...] | None, marks: tuple[str, ...]
) -> None:
    reply = f"{line}##final score: {grade}"
    assert read_counted(reply, parts=3, highest=4) == Read(
        CoveredGrade(grade, ticks), marks
    )


def test_letters_alone_are_no_grade() -> None:
    with pytest.raises(BadReply):
        read_counted("##sub-narratives: A, B", parts=3, highest=4)


LINES = st.sampled_from(("##sub-narratives: ", "## SUBNARRATIVES:", "##final score: "))
WORDS = st.text("aABKZİ ,;.-and0124\n*[]", max_size=12)


@given(st.lists(st.tuples(LINES, WORDS)), st.integers(0, 30))
def test_whatever_is_counted_the_grade_is_that_of_the_score(
    lines: list[tuple[str, str]], parts: int
) -> None:
    reply = "\n".join(map("".join, lines))
    try:
        expected = read_grade(reply, highest=4).value
    except BadReply:
        with pytest.raises(BadReply):
            read_counted(reply, parts=parts, highest=4)
        return
    found = read_counted(reply, parts=parts, highest=4).value
    assert found.grade == expected
    assert found.covered is None or set(found.covered) <= set(range(parts))
