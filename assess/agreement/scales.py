"""Whether two judges' labels are on one scale."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from assess.kinds import Kind, Shorter
from assess.models import Judge
from assess.reading.agreement import Aligned, Ints, Side, judges_behind
from runs.models import Track

NOWHERE = Shorter(frozenset(), (), "")


@dataclass(frozen=True)
class Scale:
    """What a side's labels are on.

    own: its values, where they are not the track's scale. short: a machine that uses
    a part of the scale only on some topics.
    """

    own: tuple[str, ...] = ()
    short: bool = False


@dataclass(frozen=True)
class Scales:
    """The scale of each side, and the topics on which machines use a part of it."""

    sides: tuple[Scale, ...]
    shorter: Shorter = NOWHERE

    def differ(self, a: int, b: int, topics: Ints) -> tuple[bool, ...]:
        """Return for each topic (row numbers) whether two sides' scales differ."""
        one, other = self.sides[a], self.sides[b]
        if one.own != other.own:
            return (True,) * len(topics)
        if one.short == other.short:
            return (False,) * len(topics)
        return tuple(int(topic) in self.shorter.topics for topic in topics)

    def reason(self, a: int, b: int, topics: Ints) -> str:
        """Return why no kappa can be taken over these topics, "" where one can."""
        differing = sum(self.differ(a, b, topics))
        if not differing:
            return ""
        if self.sides[a].own != self.sides[b].own:
            return "the two use different scales"
        where = f"on {differing} of {len(topics)} topics the two use different scales"
        return f"{where}: {self.shorter.reason}"


def shorter_on(kind: Kind, track: Track) -> Shorter:
    """Return the topics on which machines use a part of the track's scale."""
    found = kind.machines_scale(track) if kind.machines_scale else None
    return found or NOWHERE


def scales_of(
    sides: tuple[Side, ...], found: Aligned, kind: Kind, shorter: Shorter
) -> Scales:
    """Return the scale of each side, by what it is and by what it gave."""
    track = sides[0].judge.track
    each = (
        _scale(side.judge, found, place, kind.values(track), shorter)
        for place, side in enumerate(sides)
    )
    return Scales(tuple(each), shorter)


def _scale(
    judge: Judge, found: Aligned, place: int, scale: tuple[str, ...], shorter: Shorter
) -> Scale:
    codes = found.codes[:, place]
    given = _values(codes, found.categories)
    if judge.has_own_scale or not set(given) <= set(scale):
        return Scale(own=given)
    behind = {each.kind for each in judges_behind(judge)}
    if not shorter.topics or not behind or not behind <= {Judge.MODEL, Judge.BASELINE}:
        return Scale()
    there = np.isin(found.topics, list(shorter.topics))
    kept_to = set(_values(codes[there], found.categories)) <= set(shorter.values)
    return Scale(short=kept_to)


def _values(codes: Ints, categories: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(categories[code] for code in np.unique(codes) if code >= 0)
