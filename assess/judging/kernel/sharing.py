"""Share topics out among people, some of them to several."""

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

    load: how much each person holds already, 0 where missing; of equals the first
    named comes first. judges: how many different people a topic gets, 1 where
    missing and never more than there are. Without people, nothing is shared.
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


def shared_pairs(shared: Sequence[tuple[T, P]]) -> Counter[tuple[P, P]]:
    """Return how many topics each two people have in common, where any.

    Of two, the one who got a topic first stands first.
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
