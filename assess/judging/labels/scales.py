"""Compare the scales of two judges' labels."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from assess.judging.kernel.agreement import UNLABELLED
from assess.judging.kinds import Kind, Shorter
from assess.judging.labels.numbers import Ints
from assess.judging.labels.overlap import Aligned, Side, judges_behind
from assess.judging.models import Judge
from runs.models import Track

NOWHERE = Shorter(frozenset(), (), "")
NO_LABEL_SHARED = "the scales of the two have no label in common"
ENOUGH = 20  # labels of a machine after which no new value is expected
_MACHINES = {Judge.MODEL, Judge.BASELINE}
_PEOPLE = {Judge.PERSON, Judge.ADJUDICATION}


@dataclass(frozen=True)
class Scale:
    """The scale of one side's labels.

    own: its values, if they are not the track's scale. short: a machine that uses only
    a part of the scale on some topics. given: the labels that it gave, in their order,
    without those off the order. two: these are two, and no more are expected. people:
    the labels are people's.
    """

    own: tuple[str, ...] = ()
    short: bool = False
    given: tuple[str, ...] = ()
    two: bool = False
    people: bool = False


@dataclass(frozen=True)
class Scales:
    """The scale of each side, and the topics on which machines use a part of it.

    track: the values of the track's own scale.
    """

    sides: tuple[Scale, ...]
    shorter: Shorter = NOWHERE
    track: tuple[str, ...] = ()

    def differ(self, a: int, b: int, topics: Ints) -> tuple[bool, ...]:
        """Return for each topic (row numbers) whether two sides' scales differ."""
        one, other = self.sides[a], self.sides[b]
        if one.own != other.own or _two_beside_more(one, other):
            return (True,) * len(topics)
        if one.short == other.short:
            return (False,) * len(topics)
        return tuple(int(topic) in self.shorter.topics for topic in topics)

    def reason(self, a: int, b: int, topics: Ints) -> str:
        """Return why kappa is undefined over these topics, "" if it is defined."""
        differing = sum(self.differ(a, b, topics))
        if not differing:
            return ""
        one, other = self.sides[a], self.sides[b]
        if not self.share_a_label(a, b):
            return NO_LABEL_SHARED
        if _two_beside_more(one, other):
            return "the two use different scales: one of two labels, one of more"
        if one.own != other.own:
            return "the two use different scales"
        where = f"on {differing} of {len(topics)} topics the two use different scales"
        return f"{where}: {self.shorter.reason}"

    def share_a_label(self, a: int, b: int) -> bool:
        """Return whether both sides' scales have a label in common."""
        one, other = (self.sides[each].own or self.track for each in (a, b))
        return not set(one).isdisjoint(other)

    def cut_of(self, a: int, b: int) -> str:
        """Return the label from which a scale of two counts as above, "" without one.

        The other side is cut at the same label.
        """
        one, other = self.sides[a], self.sides[b]
        two = next((each for each in (one, other) if len(each.given) == 2), None)
        return two.given[1] if two and self.share_a_label(a, b) else ""

    def ground(self, a: int, b: int) -> int:
        """Return the side, 0 or 1, that is the reference for the other's order."""
        return 0 if self.sides[a].people and not self.sides[b].people else 1


def _two_beside_more(one: Scale, other: Scale) -> bool:
    pairs = ((one, other), (other, one))
    return any(two.two and len(more.given) > 2 for two, more in pairs)


def shorter_on(kind: Kind, track: Track) -> Shorter:
    """Return the topics on which machines use a part of the track's scale."""
    found = kind.machines_scale(track) if kind.machines_scale else None
    return found or NOWHERE


def scales_of(
    sides: tuple[Side, ...], found: Aligned, kind: Kind, shorter: Shorter
) -> Scales:
    """Return the scale of each side, by its kind and by its labels."""
    track = sides[0].judge.track
    values, apart = kind.values(track), np.isin(found.categories, kind.apart(track))
    plain = np.where(apart[found.codes], UNLABELLED, found.codes)
    each = []
    for place, side in enumerate(sides):
        behind = {each.kind for each in judges_behind(side.judge)}
        scale = _scale(side.judge, behind, _column(found, place), values, shorter)
        given = _values(plain[:, place], found.categories)
        whole = bool(scale.own) or _has_no_more(behind, found.codes[:, place])
        each.append(replace(scale, given=given, two=whole and len(given) == 2))
    return Scales(tuple(each), shorter, values)


def _column(found: Aligned, place: int) -> Aligned:
    return found._replace(codes=found.codes[:, [place]])


def _scale(
    judge: Judge,
    behind: set[str],
    found: Aligned,
    scale: tuple[str, ...],
    shorter: Shorter,
) -> Scale:
    codes = found.codes[:, 0]
    given = _values(codes, found.categories)
    if judge.has_own_scale or not set(given) <= set(scale):
        return Scale(own=given)
    people = bool(behind & _PEOPLE)
    if not shorter.topics or not behind or not behind <= _MACHINES:
        return Scale(people=people)
    there = np.isin(found.topics, list(shorter.topics))
    kept_to = set(_values(codes[there], found.categories)) <= set(shorter.values)
    return Scale(short=kept_to, people=people)


def _has_no_more(behind: set[str], codes: Ints) -> bool:
    """Return whether a judge has used all the values that it can be expected to use.

    People choose from the whole scale. An import is complete. A machine may still use a
    new value until it has given enough labels.
    """
    if behind == {Judge.IMPORT}:
        return True
    enough = int((codes != UNLABELLED).sum()) >= ENOUGH
    return enough and bool(behind) and not behind & _PEOPLE


def _values(codes: Ints, categories: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(categories[code] for code in np.unique(codes) if code >= 0)
