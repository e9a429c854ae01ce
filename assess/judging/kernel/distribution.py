"""Distribute topics among people, some topics to several."""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from itertools import combinations
from random import Random
from typing import TypeVar

T = TypeVar("T", bound=Hashable)
P = TypeVar("P", bound=Hashable)


def pick_overlap(topics: Sequence[T], *, percent: int, rng: Random) -> list[T]:
    """Return the topics that several people judge, in their order.

    percent: 1 to 100; the fewest topics that make up at least that share.
    """
    size = min(len(topics), -(-len(topics) * percent // 100))
    places = rng.sample(range(len(topics)), size)
    return [topics[place] for place in sorted(places)]


def share_out(
    topics: Sequence[T],
    people: Sequence[P],
    *,
    load: Mapping[P, int],
    judges: Mapping[T, int] | None = None,
) -> list[tuple[T, P]]:
    """Return each topic with its people, always those with the least work so far.

    load: the number of topics that each person has already, 0 if missing; ties go to
    the person named first. judges: the number of different people for a topic, 1 if
    missing, at most the number of people. Without people, the result is empty.
    """
    held = {person: load.get(person, 0) for person in people}
    wanted = judges or {}
    shared: list[tuple[T, P]] = []
    for topic in topics:
        by_load = sorted(held, key=held.__getitem__)
        for person in by_load[: wanted.get(topic, 1)]:
            held[person] += 1
            shared.append((topic, person))
    return shared


def crossed(
    topics: Sequence[T], people: Sequence[P]
) -> tuple[list[tuple[Sequence[T], Sequence[P]]], ...]:
    """Return, for each of two rounds, which people judge which topics in it.

    Every second person gets every second topic in the first round and the others in
    the second; the rest of the people the other way around. So no person judges a topic
    twice, and each topic is judged in both rounds.
    """
    halves = topics[::2], topics[1::2]
    one, other = people[::2], people[1::2]
    return (
        [(halves[0], one), (halves[1], other)],
        [(halves[1], one), (halves[0], other)],
    )


def shared_pairs(shared: Sequence[tuple[T, P]]) -> Counter[tuple[P, P]]:
    """Return the number of topics that each two people have in common, if any.

    The first of the two is the one who got a topic first.
    """
    people: dict[T, list[P]] = {}
    for topic, person in shared:
        people.setdefault(topic, []).append(person)
    order: dict[P, int] = {}
    for place, (_topic, person) in enumerate(shared):
        order.setdefault(person, place)
    found: Counter[tuple[P, P]] = Counter()
    for both in people.values():
        found.update(combinations(sorted(both, key=order.__getitem__), 2))
    return found
