"""Share topics out among people."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

T = TypeVar("T")
P = TypeVar("P")


def share_in_turn(
    topics: Sequence[T], people: Sequence[P], *, load: Mapping[P, int]
) -> list[tuple[T, P]]:
    """Return each topic with one person, always the one with the least work so far.

    load: how much each person holds already, 0 where missing; of equals the first
    named comes first. Without people, nothing is shared.
    """
    held = {person: load.get(person, 0) for person in people}
    shared: list[tuple[T, P]] = []
    for topic in topics:
        if not held:
            break
        person = min(held, key=held.__getitem__)
        held[person] += 1
        shared.append((topic, person))
    return shared


def share_with_all(topics: Sequence[T], people: Sequence[P]) -> list[tuple[T, P]]:
    """Return each topic with every person."""
    return [(topic, person) for topic in topics for person in people]
