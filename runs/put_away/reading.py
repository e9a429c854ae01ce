"""What of a track is put away, and by whom."""

from __future__ import annotations

from typing import NamedTuple

from runs.models import PutAway, Track
from runs.put_away.registry import Thing, ThingKind, all_thing_kinds


class Away(NamedTuple):
    """A thing put away; `line` is empty where nobody wrote down who did it."""

    kind: ThingKind
    thing: Thing
    name: str
    line: PutAway | None


def things_away(track: Track) -> list[Away]:
    """Return everything of a track that is put away, the latest first."""
    lines = PutAway.objects.standing().filter(track=track).select_related("by")
    known = {(line.what, line.thing): line for line in lines}
    found = [
        Away(kind, thing, kind.name_of(thing), known.get((kind.name, thing.uuid)))
        for kind in all_thing_kinds()
        for thing in kind.put_away(track)
    ]
    return sorted(found, key=lambda each: each.thing.deleted_at, reverse=True)
