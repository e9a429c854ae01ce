"""Edits of lists before they apply."""

from __future__ import annotations

from typing import Any

import pytest

from exams.kernel.edits import CannotEdit, Row, changed_topics, edited, fitting

LISTS = {"t": [Row("a", "A?"), Row("b", "B?"), Row("c", "C?")], "u": [Row("d", "D?")]}


def shown(rows: list[Row]) -> str:
    return " ".join(f"({row.text})" if row.withdrawn else row.text for row in rows)


@pytest.mark.parametrize(
    ("edits", "expected"),
    [
        ([], "A? B? C?"),
        ([{"do": "withdraw", "question": "a"}], "(A?) B? C?"),
        (
            [
                {"do": "withdraw", "question": "a"},
                {"do": "restore", "question": "a"},
            ],
            "A? B? C?",
        ),
        ([{"do": "add", "of": "1", "topic": "t", "text": " E? "}], "A? B? C? E?"),
        (
            [{"do": "add", "of": "1", "topic": "t", "text": "E?", "question": "a"}],
            "A? E? B? C?",
        ),
        (
            [{"do": "reword", "of": "1", "question": "b", "text": "E?"}],
            "A? E? (B?) C?",
        ),
        (
            [
                {"do": "reword", "of": "1", "question": "b", "text": "E?"},
                {"do": "reword", "of": "2", "question": "1", "text": "F?"},
            ],
            "A? F? (B?) C?",
        ),
        (
            [{"do": "merge", "of": "1", "questions": ["a", "c"], "text": "E?"}],
            "E? (A?) B? (C?)",
        ),
        (
            [
                {"do": "add", "of": "1", "topic": "t", "text": "E?"},
                {"do": "merge", "of": "2", "questions": ["c", "1"], "text": "F?"},
            ],
            "A? B? F? (C?)",
        ),
    ],
)
def test_a_list_after_edits(edits: list[dict[str, Any]], expected: str) -> None:
    found = edited(LISTS, edits)
    assert shown(found["t"]) == expected
    assert found["u"] == LISTS["u"]
    assert changed_topics(LISTS, found) == ([] if expected == "A? B? C?" else ["t"])


def test_a_new_question_descends_from_what_has_a_row() -> None:
    edits: list[dict[str, Any]] = [
        {"do": "reword", "of": "1", "question": "a", "text": "E?"},
        {"do": "merge", "of": "2", "questions": ["1", "b"], "text": "F?"},
    ]
    (new,) = [row for row in edited(LISTS, edits)["t"] if row.is_new]
    assert (new.parents, new.relation) == (("a", "b"), "merged")


@pytest.mark.parametrize(
    "edit",
    [
        {"do": "withdraw", "question": "z"},
        {"do": "reword", "of": "1", "question": "a", "text": "A? "},
        {"do": "reword", "of": "1", "question": "a", "text": " "},
        {"do": "merge", "of": "1", "questions": ["a"], "text": "E?"},
        {"do": "merge", "of": "1", "questions": ["a", "d"], "text": "E?"},
        {"do": "add", "of": "1", "topic": "z", "text": "E?"},
        {"do": "add", "of": "1", "topic": "t", "text": "E?", "question": "d"},
    ],
)
def test_an_edit_that_does_not_fit_is_refused_and_later_left_out(
    edit: dict[str, Any],
) -> None:
    with pytest.raises(CannotEdit):
        edited(LISTS, [edit])
    good = {"do": "withdraw", "question": "b"}
    found, left_out = fitting(LISTS, [[edit], [good]])
    assert (shown(found["t"]), left_out) == ("A? (B?) C?", 1)
