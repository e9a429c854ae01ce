from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assess.judging.kernel.replies import read_grade, read_support
from llm.kernel.reply import SPELLING, BadReply, Read


@pytest.mark.parametrize(
    ("reply", "grade", "forgiven"),
    [
        ("##final score: 0", 0, ()),
        ("1. costs: explained\n  ##final score: 3 \n", 3, ()),
        ("1. costs: explained\n## Final Score: 4.\n", 4, (SPELLING,)),
        ("##final score:2", 2, (SPELLING,)),
        ("##final score: 02", 2, (SPELLING,)),
        ("So it is ##final score: 1", 1, (SPELLING,)),
        ("##final score: [2]", 2, (SPELLING,)),
        ("##final score: **2**", 2, (SPELLING,)),
        ("**##final score: 2**", 2, (SPELLING,)),
        ("```\n##final score: 2\n```", 2, ()),
    ],
)
def test_the_one_final_score_is_the_grade(
    reply: str, grade: int, forgiven: tuple[str, ...]
) -> None:
    assert read_grade(reply, highest=4) == Read(grade, forgiven)


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "3",
        "final score: 3",
        "##final score:",
        "##final score:\n3",
        "##final score: X",
        "##final score: 5",
        "##final score: -1",
        "##final score: 2.5",
        "##final score: " + "9" * 5_000,
        "##final score: 3 or 4",
        "##final score: 4. It covers 2 sub-narratives",
        "##final score: 10",
        "##final score: 3\n##final score: 3",
        "##final score: 3\nOn second thoughts, none of this counts.",
    ],
)
def test_a_reply_without_one_score_on_the_scale_is_refused(reply: str) -> None:
    with pytest.raises(BadReply):
        read_grade(reply, highest=4)


def test_the_scale_of_2024_has_no_4() -> None:
    with pytest.raises(BadReply, match="from 0 to 3"):
        read_grade("##final score: 4", highest=3)


@pytest.mark.parametrize(
    ("reply", "label"),
    [
        ("full_support", "full_support"),
        (" Partial Support.\n", "partial_support"),
        ('"No Support"', "no_support"),
        ("```\nfull_support\n```", "full_support"),
        ("- **no-support**", "no_support"),
        ("B. partial_support", "partial_support"),
        ("The label is: full_support", "full_support"),
        ('["full_support"]', "full_support"),
    ],
)
def test_the_reply_is_one_support_label(reply: str, label: str) -> None:
    assert read_support(reply).value == label


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "support",
        "full_support, I think",
        "full_support no_support",
        "not full_support",
        "full, support",
        '["full_support", "no_support"]',
        "It is no_support. Then again: it is full",
    ],
)
def test_anything_beside_the_label_is_refused(reply: str) -> None:
    with pytest.raises(BadReply):
        read_support(reply)


def test_a_label_named_before_the_answer_is_no_answer() -> None:
    with pytest.raises(BadReply, match="names full_support before its answer"):
        read_support("Not full support but: no_support")


@given(st.text())
def test_any_text_is_a_grade_or_a_bad_reply(reply: str) -> None:
    with suppress(BadReply):
        assert 0 <= read_grade(f"##final score: {reply}", highest=4).value <= 4
