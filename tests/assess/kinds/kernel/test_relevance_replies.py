"""A model may name the sub-narratives behind its grade; they never change it."""

from __future__ import annotations

import pytest

from assess.kinds.kernel.relevance_replies import (
    CONTRADICTING_TICKS,
    UNREADABLE_TICKS,
    TickedGrade,
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
        TickedGrade(grade, ticks), marks
    )


def test_letters_alone_are_no_grade() -> None:
    with pytest.raises(BadReply):
        read_counted("##sub-narratives: A, B", parts=3, highest=4)
