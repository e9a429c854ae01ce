"""The things of a track that are put away, and by whom."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import QuerySet, Value

from runs.models import PutAway, Track
from runs.put_away.registry import Thing, ThingKind, all_thing_kinds, thing_kind


class Away(NamedTuple):
    """A thing that is put away; `line` is empty if nobody recorded who did it."""

    kind: ThingKind
    thing: Thing
    name: str
    line: PutAway | None


Place = tuple[str, int, datetime]  # kind's name, row number, put away when


def places_away(track: Track) -> QuerySet[Any, Place]:
    """Return the places of everything of a track that is put away, latest first."""
    rows: list[QuerySet[Any, Place]] = [
        kind.put_away(track)
        .order_by()
        .annotate(what=Value(kind.name))
        .values_list("what", "pk", "deleted_at")
        for kind in all_thing_kinds()
    ]
    return rows[0].union(*rows[1:], all=True).order_by("-deleted_at", "what", "-pk")


def things_at(track: Track, places: Iterable[Place]) -> list[Away]:
    """Return the things at some places, in their order."""
    asked = [(what, pk) for what, pk, _at in places]
    things = {
        (what, thing.pk): thing
        for what in sorted({what for what, _pk in asked})
        for thing in thing_kind(what)
        .put_away(track)
        .filter(pk__in=[pk for of, pk in asked if of == what])
    }
    found = [
        (thing_kind(place[0]), things[place]) for place in asked if place in things
    ]
    lines = PutAway.objects.standing().filter(track=track).select_related("by")
    own = lines.filter(thing__in=[thing.uuid for _kind, thing in found])
    known = {(line.what, line.thing): line for line in own}
    return [
        Away(kind, thing, kind.name_of(thing), known.get((kind.name, thing.uuid)))
        for kind, thing in found
    ]
