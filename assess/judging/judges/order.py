"""Whose labels come first where nobody chose, and whose are people's."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from assess.judging.kernel.panels import ASSESSORS
from assess.judging.kinds import Kind
from assess.judging.labels.overlap import judges_with_labels
from assess.judging.models import Judge, PanelMember
from runs.models import Track

# Adjudications come last: they hold no more than what was in dispute.
_ORDER = (Judge.PERSON, Judge.IMPORT, Judge.MODEL, Judge.BASELINE, Judge.ADJUDICATION)
_PEOPLES = (Judge.PERSON, Judge.ADJUDICATION)

Place = tuple[int, bool, bool]


class _Single(NamedTuple):
    """A judge with labels of its own."""

    judge: int  # row number
    kind: str
    given_by: str = ""  # of an import

    @property
    def is_peoples(self) -> bool:
        """Say whether people gave the labels."""
        return self.kind in _PEOPLES or self.given_by == "people"


# Behind a panel that names no members.
_EVERYBODY = _Single(0, Judge.PERSON)


def _single(judge: Judge) -> _Single:
    return _Single(judge.pk, judge.kind, judge.given_by)


class _Panels(NamedTuple):
    """The members of panels, by the panel's row number."""

    members: Mapping[int, list[_Single]]

    @classmethod
    def of(cls, judges: Iterable[Judge]) -> _Panels:
        """Read the panels of these judges' tracks; those of assessors need no query."""
        panels = (each for each in judges if each.kind == Judge.PANEL)
        tracks = {each.track_id for each in panels if each.rule != ASSESSORS}
        members: dict[int, list[_Single]] = defaultdict(list)
        if tracks:
            rows = PanelMember.objects.filter(panel__track__in=tracks)
            for row in rows.select_related("member"):
                members[row.panel_id].append(_single(row.member))
        return cls(members)

    def behind(self, judge: Judge) -> set[_Single]:
        """Return the judges whose own labels a judge's are."""
        return self._behind(_single(judge))

    def _behind(self, judge: _Single) -> set[_Single]:
        if judge.kind != Judge.PANEL:
            return {judge}
        members = self.members.get(judge.judge, [_EVERYBODY])
        return set().union(*(self._behind(member) for member in members))


def _are_people(judges: Iterable[_Single]) -> bool:
    return any(judge.is_peoples for judge in judges)


def _place(judge: Judge, behind: Iterable[_Single]) -> Place:
    """Return where a judge stands: a panel before the single ones of its sort."""
    if judge.kind != Judge.PANEL:
        return _ORDER.index(judge.kind), True, True
    sort = Judge.PERSON if _are_people(behind) else Judge.MODEL
    return _ORDER.index(sort), False, judge.rule != ASSESSORS


def peoples(judges: Iterable[Judge]) -> set[int]:
    """Return which judges' labels are people's, by row number; one query at most.

    A person's, an adjudication's, those of an import that people gave, and a panel's
    with any of these behind it.
    """
    every = list(judges)
    panels = _Panels.of(every)
    return {judge.pk for judge in every if _are_people(panels.behind(judge))}


def is_peoples(judge: Judge) -> bool:
    """Say whether a judge's labels are people's."""
    return judge.pk in peoples([judge])


def places_of(judges: Iterable[Judge]) -> dict[int, Place]:
    """Return by row number where judges stand among others, the lowest first.

    The panel of the assessors, other panels of people, people, imports, panels of
    machines, models, baselines, adjudications. One query at most.
    """
    every = list(judges)
    panels = _Panels.of(every)
    return {judge.pk: _place(judge, panels.behind(judge)) for judge in every}


def behind_of(judges: Iterable[Judge], among: Iterable[Judge]) -> dict[int, set[int]]:
    """Return by row number which of some judges' own labels each judge's are.

    A panel of everybody needs no query, all other panels one together.
    """
    every = list(judges)
    panels = _Panels.of(every)
    there = set(map(_single, among))
    people = {each for each in there if each.kind == Judge.PERSON}
    found = {}
    for judge in every:
        behind = panels.behind(judge)
        alone = behind | people if _EVERYBODY in behind else behind
        found[judge.pk] = {each.judge for each in alone & there}
    return found


def in_order(judges: Iterable[Judge]) -> list[Judge]:
    """Return judges with labels, and panels, as they come first where nobody chose.

    By their places. Behind a panel count those alone that have labels; one without any
    comes last. Those of one place stay as they are. One query at most.
    """
    every = list(judges)
    panels = _Panels.of(every)
    there = set(map(_single, every))
    if any(judge.kind == Judge.PERSON for judge in every):
        there.add(_EVERYBODY)

    def key(judge: Judge) -> tuple[bool, Place]:
        behind = panels.behind(judge) & there
        return not behind, _place(judge, behind)

    return sorted(every, key=key)


def first_with_labels(track: Track, kind: Kind) -> Judge | None:
    """Return whose labels of a kind come first, None where there is nobody."""
    found = in_order(judges_with_labels(track, kind))
    return next(iter(found), None)
