"""Verification of an answer by words."""

from __future__ import annotations

import pytest

from exams.kernel.keys import is_correct

CASES = (
    ("abcd", "abcdx", False, True),  # distance 1 of 5 is not under 0.20
    ("abcdef", "abcdefx", True, True),
    ("The epidermis.", "epidermis", True, True),
    ("running dogs", "dog runs", False, False),
    ("frozen harbours", "frozen harbour", True, True),
    ("yes", "true", True, True),
    ("Correct.", "true", True, True),
    ("no", "false", True, True),
    ("maybe", "true", False, False),
    ("unanswerable", "unanswerable", False, False),
    ("x", "x", False, False),
    ("", "salt", False, False),
    ("12", "12", True, True),
    ("12", "13", False, False),
)


@pytest.mark.parametrize(("answer", "key", "paper", "workbench"), CASES)
def test_an_answer_matches_its_key(
    answer: str, key: str, paper: bool, workbench: bool
) -> None:
    assert is_correct(answer, [key], match="paper") is paper
    assert is_correct(answer, [key], match="workbench") is workbench


def test_one_of_several_keys_is_enough() -> None:
    assert is_correct("salt", ["pepper", "salt"], match="paper")
    assert not is_correct("salt", [], match="paper")
