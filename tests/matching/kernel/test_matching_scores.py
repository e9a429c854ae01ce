"""Precision and recall of turns and runs, by both conventions."""

import pytest

from matching.kernel.matching_scores import Turn, run_scores, turn_scores

WORKED = [Turn(4, 2, 3, 2), Turn(2, 0, 0, 0), Turn(0, 0, 2, 0)]


def test_no_turn_gives_no_score() -> None:
    assert run_scores([]) == (None, None, 0, 0)


def test_the_worked_example() -> None:
    ours = run_scores(WORKED)
    assert ours.precision == pytest.approx(0.6667, abs=5e-5)
    assert (ours.recall, ours.turns_precision, ours.turns_recall) == (0.25, 1, 2)
    compatible = run_scores(WORKED, "cone-rag")
    assert compatible.precision == pytest.approx(0.3333, abs=5e-5)
    assert compatible.recall == pytest.approx(0.1667, abs=5e-5)


@pytest.mark.parametrize(
    ("turn", "ours", "compatible"),
    [
        (Turn(3, 0, 0), (None, 0.0), (None, 0.0)),
        (Turn(0, 0, 2), (None, None), (0.0, 0.0)),
        (Turn(0, 0, 0), (None, None), (None, 0.0)),
        (Turn(3, 0, 0, answered=False), (None, 0.0), (None, None)),
        (Turn(4, 1), (None, 0.25), (None, 0.25)),
        (Turn(4, 0, empty=True), (None, 0.0), (None, None)),
    ],
)
def test_what_is_missing(
    turn: Turn, ours: tuple[object, ...], compatible: tuple[object, ...]
) -> None:
    assert turn_scores(turn) == ours
    assert turn_scores(turn, "cone-rag") == compatible
