"""The one reader of labels of any judge; panels are combined to one label per item."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, cast

import numpy as np
from django.db.models import Case, F, Q, QuerySet, Value, When

from assess.judging.kernel.panels import (
    ASSESSORS,
    MAJORITY_OF_THREE,
    NO_PLACE,
    Rule,
    Votes,
    combine,
)
from assess.judging.kinds import Kind
from assess.judging.labels.availability import counted_labels
from assess.judging.labels.numbers import Ints, read_numbers
from assess.judging.models import Judge
from assess.judging.models.labels import Label
from assess.judging.test_items.batches import Place, discarded_places
from config.operations.single_reads import rows_once
from runs.models import Track

Item = tuple[int, ...]
Values = dict[Item, str]
EVERYTHING = Q()


class LabelColumns(NamedTuple):
    """Labels, one row each.

    items: (labels, width) row numbers, as the kind defines its item. values: places in
    `names`, which are the kind's scale, from worst to best, then values off the scale.
    """

    items: Ints
    values: Ints
    names: tuple[str, ...]


class _Given(NamedTuple):
    """A judge's labels; `given` ascends in the order in which they were first given."""

    items: Ints
    values: Ints
    given: Ints


class _Which(NamedTuple):
    """The labels to read, and the place of each value; values off the scale are added.

    few: so few labels that grouping them costs more.
    """

    kind: Kind
    track: Track
    where: Q
    round: int
    few: bool
    places: dict[str, int]


def labels_of(
    judge: Judge, kind: Kind, *, where: Q = EVERYTHING, round: int = 0
) -> Values:
    """Return a judge's labels by item, an item being the kind's row numbers.

    Same as `label_columns`, for callers that look up items one by one.
    """
    few = where != EVERYTHING
    found = label_columns(judge, kind, where=where, round=round, few=few)
    items = map(tuple, found.items.tolist())
    values = map(found.names.__getitem__, found.values.tolist())
    return dict(zip(items, values, strict=True))


def label_columns(
    judge: Judge,
    kind: Kind,
    *,
    where: Q = EVERYTHING,
    round: int = 0,
    few: bool = False,
) -> LabelColumns:
    """Return a judge's first labels, in no order.

    A panel's label is computed by its rule from its members' labels; items without a
    result are omitted. `where` filters on the label model. few: it selects at most
    about a thousand labels.
    """
    places = {value: place for place, value in enumerate(kind.values(judge.track))}
    found = _labels(judge, _Which(kind, judge.track, where, round, few, places))
    return LabelColumns(found.items, found.values, tuple(places))


def members_of(panel: Judge) -> list[Judge]:
    """Return the judges whose labels a panel combines, in the deciding order."""
    places = []
    if panel.rule != ASSESSORS:
        places = rows_once(panel.memberships_of_panel.select_related("member"))
    if panel.rule == ASSESSORS or (panel.rule == MAJORITY_OF_THREE and not places):
        people = Judge.objects.people().filter(track=panel.track).order_by("pk")
        members = rows_once(people)
    else:
        members = [place.member for place in places]
    for member in members:
        member.track = panel.track  # already read
    return members


def left_out(panel: Judge, kind: Kind, *, round: int = 0) -> set[Place]:
    """Return the people and topics whose labels a panel's rule does not count.

    Only the majority of three leaves work out: work that failed its test items.
    """
    if panel.rule != MAJORITY_OF_THREE:
        return set()
    return discarded_places(panel, kind, round=round)


def counting(member: Judge, kind: Kind, places: set[Place], where: Q) -> Q:
    """Return the filter of a member's labels without those that are left out."""
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


def _labels(judge: Judge, which: _Which, *, placed: bool = False) -> _Given:
    """Return a judge's labels; placed: with the order in which they were given.

    That is the order of their row numbers, which do not change with the label.
    """
    if judge.kind == Judge.PANEL:
        return _panel_labels(judge, which)
    found = _read(judge, which, [F("pk")] if placed else [])
    width = len(which.kind.columns)
    nowhere = np.full(len(found), NO_PLACE)
    return _Given(
        found[:, :width], found[:, -1], found[:, width] if placed else nowhere
    )


def _read(judge: Judge, which: _Which, more: Sequence[F]) -> Ints:
    """Return the item's columns, more columns, and the value's place on the scale."""
    kind, places = which.kind, which.places
    given = counted_labels(kind, which.track).filter(judge=judge, round=which.round)
    rows = given.filter(which.where)
    columns: list[str | F] = [*kind.columns, *more]
    if which.few:
        return _row_by_row(rows, columns, places)
    scale, off = kind.values(which.track), len(places)
    place = Case(
        *(When(value=value, then=Value(places[value])) for value in scale),
        default=Value(off),
    )
    *shared, last = kind.columns
    joined = read_numbers(rows, shared or ["round"], [F(last), *more, place])
    found = joined if shared else joined[:, 1:]
    strange = found[:, -1] == off
    if not strange.any():
        return found
    others = _row_by_row(rows.exclude(value__in=scale), columns, places)
    return np.concatenate([found[~strange], others])


def _row_by_row(
    rows: QuerySet[Label], columns: Sequence[str | F], places: dict[str, int]
) -> Ints:
    found = rows.values_list(*columns, "value").iterator(chunk_size=20_000)
    *numbers, values = list(zip(*found, strict=True)) or [()] * (len(columns) + 1)
    for value in sorted(set(values).difference(places)):
        places[value] = len(places)
    codes = [places[value] for value in values]
    return np.array([*numbers, codes], dtype=np.int64).T


def _panel_labels(panel: Judge, which: _Which) -> _Given:
    kind, placed = which.kind, panel.rule == ASSESSORS
    out = left_out(panel, kind, round=which.round)
    parts = []
    for member in members_of(panel):
        own = which._replace(where=counting(member, kind, out, which.where))
        parts.append(_labels(member, own, placed=placed))
    nothing = np.empty((0, len(kind.columns)), dtype=np.int64)
    known, number = _numbered(np.concatenate([nothing, *(p.items for p in parts)]))
    sizes = [len(part.values) for part in parts]
    empty = np.array([], dtype=np.int64)
    votes = Votes(
        item=number,
        member=np.repeat(np.arange(len(parts)), sizes),
        value=np.concatenate([empty, *(part.values for part in parts)]),
        given=np.concatenate([empty, *(part.given for part in parts)]),
    )
    scale, apart = kind.values(which.track), kind.apart(which.track)
    found = combine(
        cast("Rule", panel.rule),
        votes,
        scale=len(scale),
        apart=np.array([value in apart for value in scale]),
    )
    nowhere = np.full(len(found.item), NO_PLACE)
    return _Given(known[found.item], found.value, nowhere)


def _numbered(items: Ints) -> tuple[Ints, Ints]:
    """Return the distinct items, and for each row the place of its item among them."""
    key = np.zeros(len(items), dtype=np.int64)
    for column in items.T:
        parts, place = np.unique(column, return_inverse=True)
        key = key * len(parts) + place
    _, first, number = np.unique(key, return_index=True, return_inverse=True)
    return items[first], number
