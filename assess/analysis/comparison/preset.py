"""A comparison at hand: which conditions of a track it picks, by which measures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from django.http import QueryDict
from django.utils.http import urlencode

from assess.analysis.comparison.sides import BOARDS, Sides, key_of
from assess.analysis.scores.conditions import BY_MACHINES, BY_PEOPLE, Choice

MOST_OTHERS = 4
SAME = "same"  # a ground: the reference's own list or bank
# From the fewest steps by people to the most: the rows of the 2025 overview's Figure 7.
STEPS_BY_PEOPLE = (BY_MACHINES, BY_PEOPLE, "", SAME)


class Picked(NamedTuple):
    """The sides and measures of a comparison, by their keys and names."""

    left: str
    others: list[str]
    measures: list[str]
    left_measure: str = ""

    @property
    def query(self) -> str:
        """Return the query of the page that shows it."""
        rights = {f"right_{n}": key for n, key in enumerate(self.others, start=1)}
        own = {"left_measure": self.left_measure} if self.left_measure else {}
        asked = {"left": self.left, **rights, **own, "measure": self.measures}
        return urlencode(asked, doseq=True)


class OfferedSide(NamedTuple):
    """A side that a preset may pick: its key; choice: None for a board."""

    key: str
    choice: Choice | None = None


@dataclass(frozen=True)
class Preset:
    """A comparison at hand: its reference's family, the others', the measures.

    others: a family, or several: those that have one of the measures, in their order.
    measures: those of these names that the track has, all of them if there are none.
    needs: its data, in words. left_measure: the reference's own; it is then
    compared with itself too, by the other measures. by_people: whether a reference
    by people comes first. same: a parameter of the reference that the others share.
    grounds: what the others' labels are on, one condition by machines for each.
    """

    name: str
    title: str
    reference: str
    others: str | tuple[str, ...]
    measures: tuple[str, ...]
    most: int
    needs: str
    left_measure: str = ""
    by_people: bool = True
    same: str = ""
    grounds: tuple[str, ...] = ()

    def picked(self, sides: Sides, *, scored: bool = False) -> Picked | None:
        """Return the conditions with the most labels; None if the track has too few.

        scored: only conditions under which a run has a score, which takes longer.
        """
        people = True if self.by_people else None
        found = _offers(sides, self.reference, by_people=people)
        left = next((own for own in found if _counts(sides, own, scored=scored)), None)
        if left is None:
            return None
        rest: Iterator[OfferedSide] = (
            own
            for family in self._others(sides)
            for own in _offers(sides, family, by_people=False)
            if (own.key != left.key or self.left_measure)
            and self._shares(left.key, own.key)
        )
        if self.grounds:
            rest = self._grounded(left, rest)
        counting = (own for own in rest if _counts(sides, own, scored=scored))
        others = list(islice(counting, self.most))
        if not others:
            return None
        known = self._known(sides)
        keys = [own.key for own in others]
        return Picked(left.key, keys, known, self.left_measure)

    def _grounded(
        self, left: OfferedSide, rest: Iterable[OfferedSide]
    ) -> Iterator[OfferedSide]:
        """Yield the fullest by machines of each ground, in the order of the grounds."""
        first: dict[str, OfferedSide] = {}
        for own in rest:
            if own.choice and not own.choice.by_people:
                first.setdefault(_ground(left, own.choice), own)
        yield from (first[ground] for ground in self.grounds if ground in first)

    def _shares(self, left: str, key: str) -> bool:
        if not self.same:
            return True
        own, other = (QueryDict(each.partition(":")[2]) for each in (left, key))
        return own.get(self.same) == other.get(self.same)

    def _others(self, sides: Sides) -> list[str]:
        """Return the families of the others, without those that lack the measures."""
        if isinstance(self.others, str):
            return [self.others]
        return [
            name
            for name in self.others
            if name == BOARDS
            or not self.measures
            or not set(self.measures).isdisjoint(_measures(sides, name))
        ]

    def _known(self, sides: Sides) -> list[str]:
        own = () if self.left_measure else (self.reference,)
        families = dict.fromkeys((*self._others(sides), *own))
        every = [name for each in families for name in _measures(sides, each)]
        return [name for name in self.measures or every if name in every]


def _measures(sides: Sides, family: str) -> list[str]:
    """Return the names of a family's measures; a board has none."""
    offered = sides.families.get(family)
    every = offered.family.measures(sides.track) if offered else ()
    return [measure.name for measure in every if not measure.aside]


def _ground(left: OfferedSide, choice: Choice) -> str:
    own = left.choice.subject if left.choice else None
    return SAME if own is not None and own == choice.subject else choice.ground


def _offers(
    sides: Sides, family: str, *, by_people: bool | None
) -> Iterator[OfferedSide]:
    """Yield a family's conditions, each set of labels once, most labels first.

    by_people: people's conditions come first, else machines'; None: neither.
    """
    if family == BOARDS:
        for board in sides.boards:
            yield OfferedSide(f"{BOARDS}:{board.uuid}")
        return
    own = sides.families.get(family)
    every = own.every if own else []
    told: set[str] = set()
    for choice in sorted(
        every,
        key=lambda each: (
            by_people is not None and each.by_people != by_people,
            -own.judged(each) if own else 0,
        ),
    ):
        if own and repr(choice.rests_on) not in told and own.judged(choice):
            told.add(repr(choice.rests_on))
            yield OfferedSide(key_of(family, choice), choice)


def _counts(sides: Sides, own: OfferedSide, *, scored: bool) -> bool:
    """Return whether a side has scores; without `scored`, whether it may have some."""
    if not scored:
        return True
    side = sides.side(own.key)
    return side is not None and side.has_scores
