"""The default order of judges, and which judges' labels are people's."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from assess.judging.kernel.panels import ASSESSORS
from assess.judging.kinds import Kind
from assess.judging.labels.overlap import judges_with_labels
from assess.judging.models import Judge, PanelMember
from config.operations.single_reads import rows_once
from runs.models import Track

# Adjudications come last: they contain only the disputed items.
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
        """Return whether people gave the labels."""
        return self.kind in _PEOPLES or self.given_by == "people"


# The member of a panel without a list of members.
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
        """Return the judges whose own labels a judge's labels are."""
        return self._behind(_single(judge))

    def _behind(self, judge: _Single) -> set[_Single]:
        if judge.kind != Judge.PANEL:
            return {judge}
        members = self.members.get(judge.judge, [_EVERYBODY])
        return set().union(*(self._behind(member) for member in members))


def _are_people(judges: Iterable[_Single]) -> bool:
    return any(judge.is_peoples for judge in judges)


def _place(judge: Judge, behind: Iterable[_Single]) -> Place:
    """Return a judge's place: a panel comes before the single judges of its kind."""
    if judge.kind != Judge.PANEL:
        return _ORDER.index(judge.kind), True, True
    sort = Judge.PERSON if _are_people(behind) else Judge.MODEL
    return _ORDER.index(sort), False, judge.rule != ASSESSORS


def peoples(judges: Iterable[Judge]) -> set[int]:
    """Return the judges whose labels are people's, by row number; at most one query.

    These are people, adjudications, imports that people gave, and panels with any of
    these among their members.
    """
    every = list(judges)
    panels = _Panels.of(every)
    return {judge.pk for judge in every if _are_people(panels.behind(judge))}


def is_peoples(judge: Judge) -> bool:
    """Return whether a judge's labels are people's."""
    return judge.pk in peoples([judge])


def places_of(judges: Iterable[Judge]) -> dict[int, Place]:
    """Return the places of judges in the default order, by row number, lowest first.

    The order: the panel of the assessors, other panels of people, people, imports,
    panels of machines, models, baselines, adjudications. At most one query.
    """
    every = list(judges)
    panels = _Panels.of(every)
    return {judge.pk: _place(judge, panels.behind(judge)) for judge in every}


def behind_of(judges: Iterable[Judge], among: Iterable[Judge]) -> dict[int, set[int]]:
    """Return for each judge those of `among` whose own labels its labels are.

    Both by row number. A panel of everybody needs no query, all other panels one.
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
    """Return judges with labels, and panels, in the default order.

    They are sorted by place; of a panel's members, only those with labels count. A
    panel without any comes last. Judges of the same place keep their order. At most one
    query.
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
    """Return the first judge with labels of a kind in the default order, or None."""
    found = in_order(rows_once(judges_with_labels(track, kind)))
    return next(iter(found), None)
