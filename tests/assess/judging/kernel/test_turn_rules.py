"""Rules of turns: conditions that all hold, and an even spread."""

import pytest

from assess.judging.kernel.turn_rules import (
    Rule,
    Turn,
    asks_back,
    chosen_turns,
    spread,
)


def turn(conversation: int = 1, **known: int) -> Turn:
    nothing = {
        "statements": 0,
        "has_response": False,
        "asks_back": False,
        "unanswerable": False,
    }
    return Turn(conversation, **{**nothing, **known})  # type: ignore[arg-type]


TURNS = (
    turn(statements=2, has_response=True),
    turn(has_response=True),
    turn(statements=1, has_response=True, asks_back=True),
    turn(2, statements=1),
    turn(2, statements=1, has_response=True, unanswerable=True),
)


@pytest.mark.parametrize(
    ("rule", "places"),
    [
        (Rule(), {0, 1, 2, 3, 4}),
        (Rule(statement=True), {0, 2, 3, 4}),
        (Rule(response=True), {0, 1, 2, 4}),
        (Rule(no_question=True), {0, 1, 3, 4}),
        (Rule(answerable=True), {0, 1, 2, 3}),
        (Rule(statement=True, response=True, no_question=True), {0, 4}),
        (Rule(most=1), {1, 4}),
    ],
)
def test_every_condition_holds(rule: Rule, places: set[int]) -> None:
    assert chosen_turns(TURNS, rule) == places


@pytest.mark.parametrize(
    ("number", "most", "places"),
    [
        (8, 2, [2, 6]),
        (3, 3, [0, 1, 2]),
        (3, None, [0, 1, 2]),
        (5, 4, [0, 1, 3, 4]),
        (0, 2, []),
    ],
)
def test_the_spread_is_even(number: int, most: int | None, places: list[int]) -> None:
    assert spread(number, most) == places


def test_a_question_asks_back() -> None:
    assert asks_back("Which harbour do you mean?\n")
    assert not asks_back("Which one? Hjeltefjord.")
    assert not asks_back("")
