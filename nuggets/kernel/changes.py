"""Changes from one list of nuggets to another, by descent."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

Descents = Mapping[int, Sequence[tuple[int, str]]]


class Change(NamedTuple):
    """One change of the draft: kept, rewritten, split, merged, dropped, new.

    `before` and `after` are row numbers of nuggets; either may be empty.
    """

    what: str
    before: tuple[int, ...]
    after: tuple[int, ...]


def compare(
    draft: Sequence[int],
    final: Sequence[int],
    descent: Descents,
) -> list[Change]:
    """Return the changes from one list to another, in the final order, dropped last.

    `descent` contains each nugget's (parent, relation); relations are followed through
    nuggets that are in neither list.
    """
    known = set(draft)
    changes: list[Change] = []
    used: set[int] = set()
    split: dict[int, int] = {}
    for nugget in final:
        change = _origin(nugget, known, descent)
        used.update(change.before)
        if change.what == "split" and change.before[0] in split:
            place = split[change.before[0]]
            earlier = changes[place]
            changes[place] = earlier._replace(after=(*earlier.after, nugget))
            continue
        if change.what == "split":
            split[change.before[0]] = len(changes)
        changes.append(change)
    dropped = (nugget for nugget in draft if nugget not in used)
    return [*changes, *(Change("dropped", (nugget,), ()) for nugget in dropped)]


def _origin(nugget: int, known: set[int], descent: Descents) -> Change:
    if nugget in known:
        return Change("kept", (nugget,), (nugget,))
    found: list[int] = []
    relations: set[str] = set()
    waiting, met = [nugget], {nugget}
    while waiting:
        for parent, relation in descent.get(waiting.pop(), ()):
            relations.add(relation)
            if parent in known and parent not in found:
                found.append(parent)
            elif parent not in met and parent not in known:
                met.add(parent)
                waiting.append(parent)
    if not found:
        return Change("new", (), (nugget,))
    what = next((r for r in ("merged", "split") if r in relations), "rewritten")
    return Change(what, tuple(found), (nugget,))


class Step(NamedTuple):
    """One step of a line of descent: a nugget, its parents, and the relation."""

    nugget: int
    relation: str
    parents: tuple[int, ...]


def line_of(nugget: int, known: Iterable[int], descent: Descents) -> list[Step]:
    """Return how a nugget descends from known ones, step by step, the latest first."""
    ends = set(known)
    steps: list[Step] = []
    waiting, met = [nugget], {nugget}
    for at in waiting:
        links = [] if at in ends else descent.get(at, ())
        parents = tuple(parent for parent, _relation in links)
        if parents:
            steps.append(Step(at, links[0][1], parents))
        waiting.extend(parent for parent in parents if parent not in met)
        met.update(parents)
    return steps


def line_from(nugget: int, stood: Iterable[int], descent: Descents) -> list[Step]:
    """Return what descends from a nugget, step by step, the latest first.

    Only nuggets that were in a list at some time count.
    """
    steps: list[Step] = []
    line = {nugget}
    for child in sorted(stood):
        links = descent.get(child, ())
        parents = tuple(parent for parent, _relation in links)
        if line.intersection(parents):
            line.add(child)
            steps.insert(0, Step(child, links[0][1], parents))
    return steps


def moved(places: Sequence[int]) -> set[int]:
    """Return the smallest set of places that are out of order.

    The others ascend: they are a longest increasing subsequence.
    """
    ends: list[int] = []  # the lowest end of a run of each length
    lengths: list[int] = []
    for place in places:
        length = bisect_left(ends, place)
        ends[length : length + 1] = [place]
        lengths.append(length)
    stays: set[int] = set()
    wanted = len(ends) - 1
    for place, length in zip(reversed(places), reversed(lengths), strict=True):
        if length == wanted and (not stays or place < min(stays)):
            stays.add(place)
            wanted -= 1
    return set(places) - stays
