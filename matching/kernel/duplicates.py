"""De-duplication of a list of nuggets by entailment."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Literal, NamedTuple

Rule = Literal["in-order", "literal"]
RULES: tuple[Rule, ...] = ("in-order", "literal")
Pair = tuple[int, int]  # places of the nugget that entails, and of the entailed one


class Deduplicated(NamedTuple):
    """The places that are kept, and for each dropped place those that cover it."""

    kept: list[int]
    covered: dict[int, list[int]]


def deduplicate(
    number: int, entails: Collection[Pair], rule: Rule = "in-order"
) -> Deduplicated:
    """Return what is kept of a list of nuggets, by place.

    in-order: in the list's order, a nugget is dropped if one that is still kept entails
    it. literal: as the CONE-RAG paper says (§4.3), a nugget is dropped if any other
    entails it, so that two that entail each other both go.
    """
    by: dict[int, set[int]] = {place: set() for place in range(number)}
    for premise, hypothesis in entails:
        if premise != hypothesis:
            by[hypothesis].add(premise)
    kept = set(range(number))
    covered: dict[int, list[int]] = {}
    for place in range(number):
        found = sorted(by[place] if rule == "literal" else by[place] & kept)
        if found:
            kept.discard(place)
            covered[place] = found
    return Deduplicated(sorted(kept), covered)


def vanished(number: int, entails: Collection[Pair], kept: Sequence[int]) -> int:
    """Return how many groups of nuggets that entail each other have none left.

    A group is a connected component of mutual entailment.
    """
    pairs = set(entails)
    parent = list(range(number))

    def root(place: int) -> int:
        while parent[place] != place:
            parent[place] = parent[parent[place]]
            place = parent[place]
        return place

    for premise, hypothesis in pairs:
        if premise != hypothesis and (hypothesis, premise) in pairs:
            parent[root(premise)] = root(hypothesis)
    groups: dict[int, list[int]] = {}
    for place in range(number):
        groups.setdefault(root(place), []).append(place)
    left = set(kept)
    return sum(left.isdisjoint(group) for group in groups.values() if len(group) > 1)
