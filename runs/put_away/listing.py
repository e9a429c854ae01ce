"""The things of a track that are put away, and by whom."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import QuerySet, Value

from runs.models import PutAway, Track
from runs.put_away.registry import ThingKind, all_thing_kinds, thing_kind


class Away(NamedTuple):
    """A thing that is put away: its kind, row number, name, and since when."""

    what: str
    pk: int
    at: datetime
    name: str
    uuid: UUID

    @property
    def kind(self) -> ThingKind:
        """Return what it is."""
        return thing_kind(self.what)


class AwayRow(NamedTuple):
    """A thing that is put away; `line` is empty if nobody recorded who did it."""

    away: Away
    line: PutAway | None


def things_away(track: Track) -> list[Away]:
    """Return everything of a track that is put away, latest first."""
    rows: list[QuerySet[Any, Any]] = [
        kind.put_away(track)
        .order_by()
        .annotate(what=Value(kind.name))
        .values_list("what", "pk", "deleted_at", kind.called, "uuid")
        for kind in all_thing_kinds()
    ]
    union = rows[0].union(*rows[1:], all=True)
    return [Away(*row) for row in union.order_by("-deleted_at", "what", "-pk")]


def with_lines(track: Track, things: Sequence[Away]) -> list[AwayRow]:
    """Return things with the record of who put each away."""
    lines = PutAway.objects.standing().filter(track=track).select_related("by")
    own = lines.filter(thing__in=[thing.uuid for thing in things])
    known = {(line.what, line.thing): line for line in own}
    return [AwayRow(thing, known.get((thing.what, thing.uuid))) for thing in things]
