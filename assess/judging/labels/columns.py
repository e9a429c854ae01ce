"""A judge's labels as columns of numbers: many at once, with panels resolved.

What reading.labels says of each item, for those who count hundreds of thousands. The
database joins the numbers of a group into one text, because that is read several times
faster than a row for each label.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, cast

import numpy as np
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import (
    Aggregate,
    Case,
    Count,
    F,
    Q,
    QuerySet,
    TextField,
    Value,
    When,
)
from django.db.models.expressions import Combinable
from django.db.models.sql.compiler import SQLCompiler
from numpy.typing import NDArray

from assess.judging.kernel.panel_columns import NO_PLACE, Votes, combine_columns
from assess.judging.kernel.panels import ASSESSORS, Rule
from assess.judging.kinds import Kind
from assess.judging.labels.at_hand import at_hand
from assess.judging.labels.reader import EVERYTHING, counting, left_out, members_of
from assess.judging.models import Judge

Ints = NDArray[np.int64]


class Joined(Aggregate):
    """Join the whole numbers of a group's rows into one text, row after row."""

    function = "GROUP_CONCAT"
    template = "%(function)s(%(expressions)s, ' ')"
    arg_joiner = " || ' ' || "
    output_field = TextField()

    def as_postgresql(
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, **_context: object
    ) -> tuple[str, Any]:
        """Join as PostgreSQL does."""
        return self.as_sql(
            compiler,
            connection,
            function="STRING_AGG",
            template="%(function)s((%(expressions)s)::text, ' ')",
        )


class LabelColumns(NamedTuple):
    """Labels, one row each, in no order.

    items: (labels, width) row numbers, as the kind names its item. values: each
    label's place on the kind's scale, which stands from worst to best.
    """

    items: Ints
    values: Ints


class _Given(NamedTuple):
    """A judge's labels; `given` rises in the order in which they were first given."""

    items: Ints
    values: Ints
    given: Ints


def read_numbers(
    rows: QuerySet[Any], by: Sequence[str], numbers: Sequence[Combinable | str]
) -> Ints:
    """Return rows of whole numbers, (rows, len(by) + len(numbers)), in no order.

    `by` are columns whose values many rows share, at least one.
    """
    found = rows.order_by().values_list(*by)
    groups = list(found.annotate(size=Count("*"), joined=Joined(*numbers)))
    text = " ".join(group[-1] for group in groups)
    own = np.fromstring(text, dtype=np.int64, sep=" ").reshape(-1, len(numbers))
    shared = np.array([group[:-1] for group in groups], dtype=np.int64)
    shared = shared.reshape(-1, len(by) + 1)
    return np.hstack([np.repeat(shared[:, :-1], shared[:, -1], axis=0), own])


class _Which(NamedTuple):
    """Which labels to read of a judge; few: so few that grouping them costs more."""

    kind: Kind
    where: Q
    few: bool


def label_columns(
    judge: Judge, kind: Kind, *, where: Q = EVERYTHING, few: bool = False
) -> LabelColumns:
    """Return a judge's given labels from scratch; a panel's are what its rule makes.

    `where` filters on the label model. few: it leaves a thousand or so at most.
    """
    return _said(judge, _Which(kind, where, few))


def _said(judge: Judge, which: _Which) -> LabelColumns:
    if judge.kind == Judge.PANEL:
        return _said_together(judge, which)
    found = _read(judge, which, [])
    return LabelColumns(found[:, :-1], found[:, -1])


def _placed(judge: Judge, which: _Which) -> _Given:
    """Return labels with their row numbers, which they keep when they are changed."""
    found = _read(judge, which, [F("pk")])
    return _Given(found[:, :-2], found[:, -1], found[:, -2])


def _read(judge: Judge, which: _Which, more: Sequence[F]) -> Ints:
    """Return the item's columns, more of them, and the value's place on the scale."""
    kind, scale = which.kind, which.kind.values(judge.track)
    here = at_hand(kind, judge.track)
    rows = kind.model.objects.by(judge).given().filter(which.where, here, round=0)
    if which.few:
        places = {value: place for place, value in enumerate(scale)}
        columns: list[str | F] = [*kind.columns, *more]
        found = [
            (*row, places.get(value, len(scale)))
            for *row, value in rows.values_list(*columns, "value")
        ]
        return np.array(found, dtype=np.int64).reshape(-1, len(columns) + 1)
    place = Case(
        *(When(value=value, then=Value(place)) for place, value in enumerate(scale)),
        default=Value(len(scale)),
    )
    *shared, last = kind.columns
    joined = read_numbers(rows, shared or ["round"], [F(last), *more, place])
    return joined if shared else joined[:, 1:]


def _said_together(panel: Judge, which: _Which) -> LabelColumns:
    kind, placed = which.kind, panel.rule == ASSESSORS
    out = left_out(panel, kind)
    parts = []
    for member in members_of(panel):
        where = counting(member, kind, out, which.where)
        parts.append(_said_by(member, which._replace(where=where), placed=placed))
    width = len(kind.columns)
    items = np.concatenate([part.items for part in parts] or [_nothing(width)])
    known, number = _numbered(items)
    sizes = [len(part.values) for part in parts]
    empty = np.array([], dtype=np.int64)
    scale, apart = kind.values(panel.track), kind.apart(panel.track)
    votes = Votes(
        item=number,
        member=np.repeat(np.arange(len(parts)), sizes),
        value=np.concatenate([part.values for part in parts] or [empty]),
        given=np.concatenate([part.given for part in parts] or [empty]),
    )
    said = combine_columns(
        cast("Rule", panel.rule),
        votes,
        scale=len(scale),
        apart=np.array([value in apart for value in scale]),
    )
    return LabelColumns(known[said.item], said.value)


def _said_by(member: Judge, which: _Which, *, placed: bool) -> _Given:
    if placed and member.kind != Judge.PANEL:
        return _placed(member, which)
    said = _said(member, which)
    return _Given(said.items, said.values, np.full(len(said.values), NO_PLACE))


def _numbered(items: Ints) -> tuple[Ints, Ints]:
    """Return the distinct items, and for each row the place of its own among them."""
    key = np.zeros(len(items), dtype=np.int64)
    for column in items.T:
        parts, place = np.unique(column, return_inverse=True)
        key = key * len(parts) + place
    _, first, number = np.unique(key, return_index=True, return_inverse=True)
    return items[first], number


def _nothing(width: int) -> Ints:
    return np.empty((0, width), dtype=np.int64)
