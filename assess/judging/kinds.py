"""The registry of kinds of label: items, scales and keys of each.

A new kind is a sub-package with its label model, and one `register` call in it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from django.db.models import Q, QuerySet

from config.registry import Registry

if TYPE_CHECKING:
    from assess.judging.models import Label
    from runs.models import Track


Responses = Collection[int] | QuerySet[Any, Any]  # by row number


class UnknownKind(LookupError):
    """There is no kind of label with that name."""


@dataclass(frozen=True)
class Grade:
    """One value of a scale: as stored, as people read it, and its key.

    A grade with `apart` has no place in the order of the others.
    """

    value: str
    label: str
    key: str
    mark: str = ""  # full, half or empty; "" where the value itself is the mark
    apart: bool = False


class Shorter(NamedTuple):
    """Topics (row numbers) on which machines use only these values, and the reason."""

    topics: frozenset[int]
    values: tuple[str, ...]
    reason: str


def _everywhere(_track: Track) -> bool:
    return True


@dataclass(frozen=True)
class Kind:
    """One kind of label.

    `item` names the foreign keys of the label model that make up its item. `topic` is
    the lookup from a label to its topic. `responses` are the lookups to its responses:
    none for kinds that judge no response, two for a comparison of two. If the first
    part of an item belongs permanently to one topic, `topics_of_first` returns a
    track's {its row: its topic's row}, so that labels can be counted without reading
    them. `told_by` are lookups from a label to the texts that describe its item to an
    organizer, the topic's name first. The grades of a scale are sorted from worst to
    best. Pages of a track that a kind does not fit omit it. `machines_scale` returns
    where machines use only a part of the scale. `also_away` is the filter of labels on
    rows that are put away, in addition to topics and responses. `relevant` returns the
    values of a track's scale that count as relevant. Kinds are listed by `turn`.
    """

    name: str
    title: str
    model: type[Label]
    item: tuple[str, ...]
    topic: str
    scale: Callable[[Track], tuple[Grade, ...]]
    turn: int
    responses: tuple[str, ...] = ()
    topics_of_first: Callable[[Track], dict[int, int]] | None = None
    told_by: tuple[str, ...] = ()
    fits: Callable[[Track], bool] = _everywhere
    machines_scale: Callable[[Track], Shorter | None] | None = None
    also_away: Callable[[Track], Q] | None = None
    relevant: Callable[[Track], set[str]] | None = None

    @property
    def columns(self) -> tuple[str, ...]:
        """Return the label model's columns that identify an item."""
        return tuple(f"{name}_id" for name in self.item)

    def hanging_on(self, responses: Responses) -> Q:
        """Return the filter of labels on at least one of these responses."""
        found = Q(pk__in=())  # no row, so that a kind without responses has no label
        for lookup in self.responses:
            found |= Q(**{f"{lookup}__in": responses})
        return found

    def values(self, track: Track) -> tuple[str, ...]:
        """Return the values that a label of this kind may have in a track."""
        return tuple(grade.value for grade in self.scale(track))

    def apart(self, track: Track) -> tuple[str, ...]:
        """Return the values that have no place in the others' order."""
        return tuple(grade.value for grade in self.scale(track) if grade.apart)


KINDS: Registry[Kind] = Registry("kind", order=attrgetter("turn"), unknown=UnknownKind)
register, get_kind, all_kinds = KINDS.register, KINDS.get, KINDS.all


def kinds_of(track: Track) -> tuple[Kind, ...]:
    """Return the registered kinds that a track uses, in their order."""
    return tuple(kind for kind in all_kinds() if kind.fits(track))
