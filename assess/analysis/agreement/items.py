"""The items of a cell of a confusion matrix, for organizers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from django.db.models import Q, QuerySet
from django.urls import reverse

from assess.judging.kinds import Kind
from assess.judging.labels.numbers import Ints
from assess.judging.labels.overlap import Side, align, judges_behind
from assess.judging.labels.reader import EVERYTHING, label_columns
from assess.judging.models import Judge, Label

Key = tuple[int, ...]


class ItemRemark(NamedTuple):
    """A judge's note on a label."""

    judge: str
    text: str


class ItemText(NamedTuple):
    """An item as people know it: its description, its page, its notes."""

    texts: tuple[str, ...]
    url: str
    notes: list[ItemRemark]


def items_in_cell(
    sides: Sequence[Side],
    kind: Kind,
    values: tuple[str, ...],
    *,
    where: Q = EVERYTHING,
) -> Ints:
    """Return the items to which each side gave its value, in the order of topics."""
    track = sides[0].judge.track
    every = [
        label_columns(
            side.judge, kind, where=where & _said(side, value), round=side.round
        )
        for side, value in zip(sides, values, strict=True)
    ]
    found = align(every, kind, track)
    wanted = [_place(found.categories, value) for value in values]
    here = (found.codes == np.array(wanted)).all(axis=1)
    order = np.argsort(found.topics[here], kind="stable")
    cell: Ints = found.items[here][order]
    return cell


def _said(side: Side, value: str) -> Q:
    """Return a filter that avoids reading other labels, empty for a panel.

    A panel's labels depend on all labels of its members.
    """
    return Q() if side.judge.kind == Judge.PANEL else Q(value=value)


def _place(categories: tuple[str, ...], value: str) -> int:
    return categories.index(value) if value in categories else len(categories)


def told_items(items: Ints, sides: Sequence[Side], kind: Kind) -> list[ItemText]:
    """Return the descriptions of some items, in their order, in one query."""
    keys = [tuple(int(part) for part in row) for row in items]
    texts: dict[Key, tuple[tuple[str, ...], str]] = {}
    notes: dict[Key, list[ItemRemark]] = {key: [] for key in keys}
    for key, judge, details, page, told in _rows(items, sides, kind):
        if key not in notes:
            continue
        texts[key] = (told, page)
        if note := str(details.get("note") or ""):
            notes[key].append(ItemRemark(judge, note))
    return [ItemText(*texts[key], notes[key]) for key in keys if key in texts]


Row = tuple[Key, str, dict[str, Any], str, tuple[str, ...]]


def _rows(items: Ints, sides: Sequence[Side], kind: Kind) -> Iterator[Row]:
    width = len(kind.columns)
    texts = kind.told_by or (f"{kind.topic}__name",)
    page, lookup = _page(kind)
    track = sides[0].judge.track.uuid
    rows = _labels(items, sides, kind).values_list(
        *kind.columns, "judge__name", "details", lookup, *texts
    )
    for row in rows:
        judge, details, uuid, *told = row[width:]
        url = reverse(page, args=[track, uuid])
        yield row[:width], judge, details, url, tuple(map(str, told))


def _labels(items: Ints, sides: Sequence[Side], kind: Kind) -> QuerySet[Label]:
    rounds: dict[int, list[Judge]] = defaultdict(list)
    for side in sides:
        rounds[side.round] += judges_behind(side.judge)
    own = Q()
    for number, judges in rounds.items():
        own |= Q(judge__in=judges, round=number)
    for column, numbers in zip(kind.columns, items.T, strict=True):
        own &= Q(**{f"{column}__in": np.unique(numbers).tolist()})
    return kind.model.objects.given().filter(own, repeat=0).order_by("judge__name")


def _page(kind: Kind) -> tuple[str, str]:
    """Return the name of an item's page and the lookup of its argument.

    An item of several responses has the page of the first.
    """
    if kind.responses:
        return "runs:response", f"{kind.responses[0]}__uuid"
    if "segment" in kind.item:
        return "runs:segment", "segment__uuid"
    return "runs:topic", f"{kind.topic}__uuid"
