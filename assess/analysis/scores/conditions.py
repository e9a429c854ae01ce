"""The conditions of each family of measures that can be compared on a track.

A condition is identified by the query that makes the family's form select it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, zip_longest
from typing import Any, NamedTuple

from django.http import QueryDict

from assess.analysis.kernel.condition_agreement import FEWEST
from assess.analysis.scores.arrays import Scored
from assess.analysis.scores.families import Family
from assess.analysis.scores.grids import SCORED
from assess.judging.kinds import Kind
from assess.judging.labels.overlap import Side
from assess.judging.models import Round
from runs.models import Track

MOST_TRIED = 8  # conditions by people, and by machines: each is scored
# Grounds of labels: a list that people edited, a draft from the relevance labels of
# people, or of machines; "" for any other.
EDITED, BY_PEOPLE, BY_MACHINES = "edited", "people", "machines"


class Choice(NamedTuple):
    """A condition to select: its query, its words, whether people judged.

    rests_on: identifies its labels. Two conditions with the same value have equal
    scores where both have scores, whatever their names and topics. topics: the topics,
    by row number, to which it is restricted; empty: all. apart: it is never a default.
    ground: what the labels are on, such as EDITED; "" if that is unknown. subject: the
    row number of its list or bank, None if it has none.
    """

    query: str
    says: str
    by_people: bool
    rests_on: Any
    topics: frozenset[int] = frozenset()
    apart: bool = False
    ground: str = ""
    subject: int | None = None

    @property
    def is_saved(self) -> bool:
        """Return whether it is a saved condition."""
        return self.query.startswith("condition=")


Fullness = Callable[[Choice], float]  # the number of judged cells of topic and run


class Group(NamedTuple):
    """A group of conditions in a list.

    alike: other groups have the same judges, such as those of other banks; the title is
    then part of its conditions' words.
    """

    title: str
    choices: list[Choice]
    alike: bool = False


@dataclass(frozen=True, eq=False)
class Condition:
    """The basis of a family's scores, by its query and in words."""

    family: Family
    query: str
    says: str
    basis: Any

    @cached_property
    def scored(self) -> Scored:
        """Return the scores."""
        return self.family.score(self.basis)

    @property
    def side(self) -> Side:
        """Return the judge of the labels, with their round."""
        return Side(self.basis.judge, getattr(self.basis, "round", 0))

    @cached_property
    def topics(self) -> int:
        """Return the number of topics on which any run has a score."""
        return sum(
            bool((self.scored.states[:, place] == SCORED).any())
            for place in range(len(self.scored.topics))
        )


def _no_subject(_basis: object) -> str:
    return ""


class Offer(NamedTuple):
    """The kind of label of a family, and its conditions on a track.

    fullness: how much is judged under each on a track. subject: the uuid of the subject
    of that work, for a basis; "" if the topic is enough.
    """

    kind: Kind
    conditions: Callable[[Track], list[Group]]
    fullness: Callable[[Track], Fullness]
    subject: Callable[[Any], str] = _no_subject


_offers: dict[str, Offer] = {}


def offer(family: str, own: Offer) -> None:
    """Register the conditions of a family of measures on a track, the best first."""
    _offers[family] = own


@dataclass(frozen=True, eq=False)
class Offered:
    """The conditions of a family on a track, without empty groups."""

    family: Family
    track: Track
    groups: list[Group]
    _read: dict[str, Condition | None] = field(default_factory=dict, init=False)

    @property
    def every(self) -> list[Choice]:
        """Return the conditions of all groups."""
        return [choice for group in self.groups for choice in group.choices]

    @cached_property
    def _fullness(self) -> Fullness:
        return _offers[self.family.name].fullness(self.track)

    def judged(self, choice: Choice) -> float:
        """Return how much is judged under a condition."""
        return self._fullness(choice)

    def fullest(self, *, saved: bool = False) -> str:
        """Return the query of the condition with most judged cells, "" without any.

        Ties go to the first in order. saved: of saved ones.
        """
        tried = [
            each
            for each in self.every
            if (each.is_saved or not saved) and not each.apart
        ]
        if not tried:
            return ""
        best = max(tried, key=self._fullness)
        return best.query if self._fullness(best) else ""

    def first_two(self, default: str = "") -> tuple[str, ...]:
        """Return the default comparison: people with a machine, if possible.

        The fullest of each; a default with scores is paired with the fullest of the
        other side. A side with scores on fewer topics than an interval needs is
        replaced by one with more. Empty if fewer than two conditions with different
        labels have a run with a score.
        """
        people, machines = self._in_turn(by_people=True), self._in_turn(by_people=False)
        chosen = [each for each in self.every if each.query == default]
        left = self._first_scored(chosen) or self._first_of(people, machines)
        if left is None:
            return ()
        if not left.by_people:
            people, machines = machines, people
        others = (
            [each for each in sort if each.rests_on != left.rests_on]
            for sort in (machines, people)
        )
        right = self._first_of(*others)
        return (left.query, right.query) if right else ()

    def _in_turn(self, *, by_people: bool) -> list[Choice]:
        """Return conditions in the order of trying: the first of each group first."""
        tried: dict[bool, list[list[Choice]]] = {False: [], True: []}
        for group in self.groups:
            own = [
                each
                for each in group.choices
                if each.by_people == by_people and not each.apart
            ]
            tried[group.alike].append(own)
        in_turn = (each for turn in zip_longest(*tried[True]) for each in turn if each)
        every = [*chain(*tried[False]), *in_turn]
        return sorted(every, key=lambda each: -self._fullness(each))

    def _first_of(self, *sorts: list[Choice]) -> Choice | None:
        """Return the first fullest with enough topics, else the broadest fullest."""
        firsts = []
        for sort in sorts:
            if first := self._first_scored(sort):
                if self._topics(first) >= FEWEST:
                    return first
                firsts.append(first)
        return max(firsts, key=self._topics, default=None)

    def _first_scored(self, sort: list[Choice]) -> Choice | None:
        tried = sort[:MOST_TRIED]
        return next((each for each in tried if self._topics(each)), None)

    def _topics(self, choice: Choice) -> int:
        found = self.condition(choice.query)
        return found.topics if found else 0

    def condition(self, query: str) -> Condition | None:
        """Return the condition of an offered query; None if it no longer exists."""
        if query not in self._read:
            form = self.family.form(QueryDict(query), track=self.track)
            basis = form.basis if form.is_valid() else None
            found = Condition(self.family, query, self._said(query), basis)
            self._read[query] = None if basis is None else found
        return self._read[query]

    def _said(self, query: str) -> str:
        """Return a condition in words that distinguish it from other groups'."""
        group, choice = next(
            (group, choice)
            for group in self.groups
            for choice in group.choices
            if choice.query == query
        )
        return f"{group.title}, {choice.says}" if group.alike else choice.says


def offered(family: Family, track: Track) -> Offered:
    """Return the conditions of a family on a track."""
    if family.name not in _offers:
        return Offered(family, track, [])
    groups = _offers[family.name].conditions(track)
    return Offered(family, track, [group for group in groups if group.choices])


def kind_of(family: Family) -> Kind:
    """Return the kind of label of a family with conditions."""
    return _offers[family.name].kind


def work_of(condition: Condition) -> dict[str, str]:
    """Return the parameters for handing out work that gives a condition its labels."""
    own = _offers[condition.family.name]
    work = {"kind": own.kind.name, "subject": own.subject(condition.basis)}
    side = condition.side
    stored = Round.objects.filter(track=side.judge.track_id, number=side.round)
    protocol = stored.first() if side.round else None
    return work | ({"round": str(protocol.uuid)} if protocol else {})
