"""Precision, recall and F1 of the statements that a run chose."""

import pytest

from matching.kernel.ptkb_scores import ptkb_scores, turn_ptkb


@pytest.mark.parametrize(
    ("relevant", "chosen", "scores"),
    [
        ({"3", "8"}, {"3", "5"}, (0.5, 0.5, 0.5)),
        ({"3"}, set(), (0, 0, 0)),
        ({"3"}, {"3"}, (1, 1, 1)),
        ({"3", "8"}, {"1"}, (0, 0, 0)),
    ],
)
def test_one_turn(
    relevant: set[str], chosen: set[str], scores: tuple[float, ...]
) -> None:
    assert turn_ptkb(relevant, chosen) == scores


def test_turns_without_a_relevant_statement_are_counted_separately() -> None:
    relevant: dict[str, set[str]] = {
        "a": {"3", "8"},
        "b": {"1"},
        "c": set(),
        "d": set(),
    }
    found = ptkb_scores(relevant, {"a": {"3", "5"}, "c": {"2"}})
    assert found == (0.25, 0.25, 0.25, 2, 0.5, 2)
    assert ptkb_scores({}, {}) == (None, None, None, 0, None, 0)
