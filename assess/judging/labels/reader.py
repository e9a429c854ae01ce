"""The labels of any judge, with panels resolved to one label an item."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import cast

from django.db.models import Q

from assess.judging.kernel.panels import (
    ASSESSORS,
    MAJORITY_OF_THREE,
    Rule,
    Vote,
    combine,
)
from assess.judging.kinds import Kind
from assess.judging.labels.at_hand import at_hand
from assess.judging.models import Judge
from assess.judging.test_items.batches import Place, discarded_places

Item = tuple[int, ...]
Values = dict[Item, str]
EVERYTHING = Q()


def labels_of(
    judge: Judge, kind: Kind, *, where: Q = EVERYTHING, round: int = 0
) -> Values:
    """Return a judge's given labels by item, an item being the kind's row numbers.

    A panel's label is what its rule makes of its members' labels; items on which
    the rule comes to nothing are left out. `where` filters on the label model.
    """
    if judge.kind == Judge.PANEL:
        return _panel_labels(judge, kind, where=where, round=round)
    rows = (
        kind.model.objects.by(judge)
        .given()
        .filter(where, at_hand(kind, judge.track), round=round)
        .values_list(*kind.columns, "value")
    )
    return {row[:-1]: row[-1] for row in rows.iterator(chunk_size=20_000)}


def members_of(panel: Judge) -> list[Judge]:
    """Return the judges whose labels a panel combines, in the order that decides."""
    places = []
    if panel.rule != ASSESSORS:
        places = list(panel.memberships_of_panel.select_related("member").all())
    if panel.rule == ASSESSORS or (panel.rule == MAJORITY_OF_THREE and not places):
        return list(Judge.objects.people().filter(track=panel.track).order_by("pk"))
    return [place.member for place in places]


def left_out(panel: Judge, kind: Kind, *, round: int = 0) -> set[Place]:
    """Return whose labels on which topics a panel's rule does not count.

    The majority of three leaves out work that failed its test items; no other rule
    leaves out any.
    """
    if panel.rule != MAJORITY_OF_THREE:
        return set()
    return discarded_places(panel, kind, round=round)


def counting(member: Judge, kind: Kind, places: set[Place], where: Q) -> Q:
    """Return the filter of a member's labels less those that are left out."""
    topics = [topic for person, topic in places if person == member.user_id]
    return where & ~Q(**{f"{kind.topic}__in": topics}) if topics else where


def people_behind(judge: Judge) -> set[int]:
    """Return the people whose labels a judge's labels are, by row number."""
    if judge.kind == Judge.ADJUDICATION:
        people = judge.adjudication.adjudicators
        return set(people.values_list("pk", flat=True))
    if judge.kind != Judge.PANEL:
        return {judge.user_id} if judge.user_id else set()
    return set().union(*(people_behind(member) for member in members_of(judge)))


def _panel_labels(panel: Judge, kind: Kind, *, where: Q, round: int) -> Values:
    votes: dict[Item, list[Vote]] = defaultdict(list)
    for item, vote in _votes(panel, kind, where=where, round=round):
        votes[item].append(vote)
    scale, apart = kind.values(panel.track), kind.apart(panel.track)
    rule = cast("Rule", panel.rule)
    combined = (
        (item, combine(rule, given, scale=scale, apart=apart))
        for item, given in votes.items()
    )
    return {item: value for item, value in combined if value is not None}


def _votes(
    panel: Judge, kind: Kind, *, where: Q, round: int
) -> Iterator[tuple[Item, Vote]]:
    # A label keeps its row when it is changed, so rows stand in the order in which
    # labels were first given.
    said = ("value", "pk") if panel.rule == ASSESSORS else ("value",)
    width = len(kind.columns)
    places = left_out(panel, kind, round=round)
    here = at_hand(kind, panel.track)
    for member in members_of(panel):
        if member.kind == Judge.PANEL:
            nested = labels_of(member, kind, where=where, round=round)
            yield from ((item, Vote(value)) for item, value in nested.items())
            continue
        rows = (
            kind.model.objects.by(member)
            .given()
            .filter(counting(member, kind, places, where), here, round=round)
            .values_list(*kind.columns, *said)
        )
        for row in rows.iterator(chunk_size=20_000):
            yield row[:width], Vote(*row[width:])
