"""The registry of things that can be put away, and of their ties between apps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Model, QuerySet
from django.urls import reverse

from accounts.models import User
from config.registry import Registry
from runs.models import Track

Thing = Any  # a row of a model with `uuid` and `deleted_at`
Counts = Mapping[str, int]  # how many of each, by a noun in the plural
Address = Callable[[Track, Thing], str]


class UnknownThing(LookupError):
    """There is no type of thing with this name."""


@dataclass(frozen=True)
class ThingKind:
    """A type of thing that can be put away.

    The model has a `uuid`, a column `called` with its name, and `deleted_at`, empty
    while it is available. `rows` are a track's, available or not, without those still
    being imported. `effect` describes to an organizer what putting one away does.
    `page` is the URL of one thing's page, `pages` the name of the list's.
    """

    name: str
    title: str
    plural: str
    model: type[Model]
    rows: Callable[[Track], QuerySet[Any]]
    effect: str
    page: Address
    pages: str
    called: str = "name"

    def at_hand(self, track: Track) -> QuerySet[Any]:
        """Return a track's rows that nobody put away."""
        return self.rows(track).filter(deleted_at=None)

    def put_away(self, track: Track) -> QuerySet[Any]:
        """Return a track's rows that are put away."""
        return self.rows(track).exclude(deleted_at=None)

    def name_of(self, thing: Thing) -> str:
        """Return the name of a thing."""
        return str(getattr(thing, self.called))

    def list_of(self, track: Track) -> str:
        """Return the URL of the page that lists them."""
        return reverse(self.pages, args=() if self.pages == "home" else (track.uuid,))


def page_named(name: str) -> Address:
    """Return the URL of a thing's page, by the page's namespaced name."""
    return lambda track, thing: reverse(name, args=(track.uuid, thing.uuid))


class Restored(NamedTuple):
    """Who restored a thing, when, and since when it was away."""

    by: User | None
    since: datetime
    now: datetime


@dataclass(frozen=True)
class Ties:
    """What an app adds to a type of thing.

    `hanging` counts what depends on one. `resting` finds available things that depend
    on it, and are put away with it. `refusal` returns a sentence on why one cannot be
    put away, `lack` on what must be restored before it; "" if nothing prevents it.
    `gone` and `back` change related rows, in the same transaction; `back` returns a
    sentence on each part of it that cannot be restored.
    """

    hanging: Callable[[Thing], Counts] = lambda _thing: {}
    resting: Callable[[Thing], Iterable[tuple[ThingKind, Thing]]] = lambda _thing: ()
    refusal: Callable[[Thing], str] = lambda _thing: ""
    lack: Callable[[Thing], str] = lambda _thing: ""
    gone: Callable[[Thing, User | None, datetime], None] = lambda *_: None
    back: Callable[[Thing, Restored], Iterable[str]] = lambda *_: ()


THINGS: Registry[ThingKind] = Registry("thing", unknown=UnknownThing)
register, thing_kind, all_thing_kinds = THINGS.register, THINGS.get, THINGS.all

_ties: dict[str, list[Ties]] = {}


def tie(name: str, ties: Ties) -> None:
    """Add an app's ties to a type of thing, by its name."""
    _ties.setdefault(name, []).append(ties)


def ties_of(kind: ThingKind) -> list[Ties]:
    """Return all apps' ties of a type of thing."""
    return _ties.get(kind.name, [])


def hanging_on(kind: ThingKind, thing: Thing) -> dict[str, int]:
    """Return how much depends on a thing, by nouns in the plural, without zeros."""
    found: Counter[str] = Counter()
    for ties in ties_of(kind):
        found.update(ties.hanging(thing))
    return dict(+found)


def hanging_on_each(things: Iterable[tuple[ThingKind, Thing]]) -> dict[str, int]:
    """Return how much depends on things that have no label in common."""
    found: Counter[str] = Counter()
    for kind, thing in things:
        found.update(hanging_on(kind, thing))
    return dict(found)


def resting_on(kind: ThingKind, thing: Thing) -> list[tuple[ThingKind, Thing]]:
    """Return what is put away with a thing, each after what it depends on."""
    found: dict[tuple[str, int], tuple[ThingKind, Thing]] = {}
    waiting = [(kind, thing)]
    for one, row in waiting:
        for ties in ties_of(one):
            for other, each in ties.resting(row):
                if (other.name, each.pk) not in found:
                    found[other.name, each.pk] = (other, each)
                    waiting.append((other, each))
    found.pop((kind.name, thing.pk), None)
    return list(found.values())
