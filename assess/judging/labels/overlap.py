"""The labels of several judges on the same items, side by side."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from typing import Any, NamedTuple

import numpy as np
from django.db.models import OuterRef, Q, Subquery
from django.db.models.lookups import IsNull

from assess.judging.kernel.agreement import UNLABELLED
from assess.judging.kinds import Kind
from assess.judging.labels.numbers import Ints
from assess.judging.labels.reader import (
    EVERYTHING,
    LabelColumns,
    label_columns,
    members_of,
)
from assess.judging.models import Judge
from assess.judging.models.judges import JudgeQuerySet
from config.operations.single_reads import read_once
from runs.models import Track


class Side(NamedTuple):
    """A judge's labels of one round: 0 from scratch, 1 post-edited, or a stored one.

    protocol: the name of the round, if it is not 0.
    """

    judge: Judge
    round: int = 0
    protocol: str = "over a machine’s labels"

    @property
    def name(self) -> str:
        """Return the judge's name with its kind, and with the round if it is not 0."""
        said = f", {self.protocol}" if self.round else ""
        return f"{self.judge.full_name}{said}"


class Aligned(NamedTuple):
    """Labels of several sides: one row per item, one column per side.

    codes: places in `categories`, UNLABELLED if a side has no label; topics: each
    item's topic, by row number.
    """

    items: Ints
    topics: Ints
    codes: Ints
    categories: tuple[str, ...]


def judges_with_labels(track: Track, *kinds: Kind) -> JudgeQuerySet:
    """Return the judges with a label of any of these kinds, and the panels.

    Each has its track set.
    """
    has_labels = Q(kind=Judge.PANEL)
    for kind in kinds:
        own = kind.model.objects.given().filter(judge=OuterRef("pk"))
        # In the index's order: otherwise a judge without labels may cost a read of all
        # labels.
        first = own.order_by(*kind.columns).values("pk")[:1]
        has_labels |= Q(IsNull(Subquery(first), False))  # noqa: FBT003
    return track.judges.visible().filter(has_labels)


def judges_behind(judge: Judge) -> list[Judge]:
    """Return the judges behind a judge: itself, or all members of a panel."""
    if judge.kind != Judge.PANEL:
        return [judge]
    return [each for member in members_of(judge) for each in judges_behind(member)]


def read_sides(
    sides: Iterable[Side], kind: Kind, *, where: Q = EVERYTHING
) -> list[LabelColumns]:
    """Return each side's labels; a panel's are computed by its rule."""
    return [
        label_columns(side.judge, kind, where=where, round=side.round) for side in sides
    ]


def align(every: Sequence[LabelColumns], kind: Kind, track: Track) -> Aligned:
    """Align the labels of several sides on one track's items."""
    items = np.concatenate([each.items for each in every])
    keys = reduce(_joined, items.T)
    _, first, place = np.unique(keys, return_index=True, return_inverse=True)
    items = items[first]
    used = [[each.names[value] for value in np.unique(each.values)] for each in every]
    categories = categories_of(kind, track, used)
    codes = np.full((len(items), len(every)), UNLABELLED, dtype=np.int64)
    start = 0
    for column, each in enumerate(every):
        here = place[start : start + len(each.values)]
        known = [categories.index(n) if n in categories else -1 for n in each.names]
        codes[here, column] = np.array(known, dtype=np.int64)[each.values]
        start += len(each.values)
    return Aligned(items, topics_of(items, kind, track), codes, categories)


def _joined(high: Ints, low: Ints) -> Ints:
    return high * (int(low.max(initial=0)) + 1) + low


def categories_of(
    kind: Kind, track: Track, given: Iterable[Iterable[str]]
) -> tuple[str, ...]:
    """Return the scale, extended by values off the scale; numbers are sorted.

    A profile that was edited later may lack a value that was given, and an import's
    labels may be on a scale of their own.
    """
    scale = kind.values(track)
    strange = set[str]().union(*given).difference(scale)
    every = [*scale, *sorted(strange)]
    numbers = {value: number_of(value) for value in every}
    if strange and None not in numbers.values():
        every.sort(key=lambda value: numbers[value] or 0.0)
    return tuple(every)


def number_of(value: str) -> float | None:
    """Return a label as a number, None if it is a word."""
    try:
        return float(value)
    except ValueError:
        return None


def topics_of(items: Ints, kind: Kind, track: Track) -> Ints:
    """Return each item's topic, by row number, in at most one query."""
    name, _, path = kind.topic.partition("__")
    column = items[:, kind.item.index(name)]
    if not path or not len(items):
        return column
    part: Any = kind.model._meta.get_field(name).related_model  # noqa: SLF001
    known = _topics_of_parts(part, path, track)
    found: Ints = known[np.searchsorted(known[:, 0], column), 1]
    return found


@read_once
def _topics_of_parts(part: Any, path: str, track: Track) -> Ints:  # noqa: ANN401 - a model
    """Return the row number and the topic of all of a track's parts, ascending."""
    rows = part.objects.filter(**{f"{path}__track": track}).order_by()
    pairs = list(rows.values_list("pk", path).iterator(chunk_size=20_000))
    known = np.array(pairs, dtype=np.int64).reshape(-1, 2)
    return known[np.argsort(known[:, 0])]
