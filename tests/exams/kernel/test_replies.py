"""Readings of replies to a self-rating prompt."""

from __future__ import annotations

import pytest

from exams.kernel.replies import Reading, is_unanswerable, read_rating
from llm.kernel.reply import BadReply

# reply → grade under fail (None: unreadable), paper, workbench
REPLIES: tuple[tuple[str, int | None, int, int], ...] = (
    ("4", 4, 4, 4),
    (" (3). ", 3, 3, 3),
    ("**5**", 5, 5, 5),
    ("6", None, 1, 0),
    ("12", None, 1, 0),
    ('{"grade": 2}', 2, 1, 0),
    ("4: The answer is mostly there.", 4, 1, 0),
    ("4 - mostly", 4, 1, 0),
    ("4.\nIt says so.\nTwice.", 4, 1, 0),
    ("9: nine", None, 1, 0),
    ("4.5", None, 1, 0),
    ("6 months", None, 1, 0),
    ("epidermis", None, 1, 0),
    ("unanswerable", None, 0, 1),
    ("No.", None, 0, 0),
    ("It does not say.", None, 0, 1),
    ("no relevant information", None, 0, 1),
    ("", None, 0, 1),
    ("a.", None, 0, 0),
    ("(iii)", None, 0, 0),
)


@pytest.mark.parametrize(("reply", "fail", "paper", "workbench"), REPLIES)
def test_each_reading_has_its_own_rule(
    reply: str, fail: int | None, paper: int, workbench: int
) -> None:
    assert read_rating(reply, reading="paper").grade == paper
    assert read_rating(reply, reading="workbench").grade == workbench
    if fail is None:
        with pytest.raises(BadReply):
            read_rating(reply, reading="fail")
    else:
        assert read_rating(reply, reading="fail").grade == fail


@pytest.mark.parametrize("reading", ["fail", "paper", "workbench"])
def test_a_reply_of_a_million_brackets_is_no_grade(reading: Reading) -> None:
    reply = '{"grade":' + "[" * 1_000_000
    if reading == "fail":
        with pytest.raises(BadReply):
            read_rating(reply, reading=reading)
    else:
        assert read_rating(reply, reading=reading).grade in (0, 1)


def test_a_text_is_an_answer() -> None:
    assert not is_unanswerable("Salt water is heavier.")
