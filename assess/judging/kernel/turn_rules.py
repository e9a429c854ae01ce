"""Rules by which organizers choose the assessed turns of conversations."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple


class Turn(NamedTuple):
    """What rules know of a turn.

    conversation: any number that names it. statements: how many statements of the
    person bear on the turn, by the topics file. asks_back: whether the organizers'
    response is a question.
    """

    conversation: int
    statements: int
    has_response: bool
    asks_back: bool
    unanswerable: bool


class Rule(NamedTuple):
    """What a turn must have or be, all at once; most: turns of a conversation."""

    statement: bool = False
    response: bool = False
    no_question: bool = False
    answerable: bool = False
    most: int | None = None


def asks_back(response: str) -> bool:
    """Return whether a response ends as a question: a turn of clarification."""
    return response.rstrip().endswith("?")


def chosen_turns(turns: Sequence[Turn], rule: Rule) -> set[int]:
    """Return the places of the turns that a rule chooses.

    turns: in the order of their conversations. If more turns of a conversation meet the
    conditions than the rule takes, they are spread evenly over those that do.
    """
    eligible: dict[int, list[int]] = defaultdict(list)
    for place, turn in enumerate(turns):
        if _fits(turn, rule):
            eligible[turn.conversation].append(place)
    return {
        places[index]
        for places in eligible.values()
        for index in spread(len(places), rule.most)
    }


def _fits(turn: Turn, rule: Rule) -> bool:
    return (
        (turn.statements > 0 or not rule.statement)
        and (turn.has_response or not rule.response)
        and not (turn.asks_back and rule.no_question)
        and not (turn.unanswerable and rule.answerable)
    )


def spread(number: int, most: int | None) -> list[int]:
    """Return at most `most` of the indices below a number, evenly spread.

    They are the middles of `most` equal parts: 2 of 8 are 2 and 6.
    """
    if most is None or number <= most:
        return list(range(number))
    return [(2 * part + 1) * number // (2 * most) for part in range(most)]
