"""Put things away and restore them, each recorded in the history."""

from __future__ import annotations

from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import F

from accounts.models import User
from runs.models import PutAway, Track
from runs.put_away.registry import (
    Restored,
    Thing,
    ThingKind,
    resting_on,
    thing_kind,
    ties_of,
)


class NotNow(Exception):
    """It cannot be put away or restored at present; the message says why."""


def refusal_of(kind: ThingKind, thing: Thing) -> str:
    """Return why a thing cannot be put away now, "" if it can."""
    refusals = (ties.refusal(thing) for ties in ties_of(kind))
    return next(filter(None, refusals), "")


def put_away(
    kind: ThingKind, thing: Thing, *, track: Track, by: User | None, now: datetime
) -> PutAway:
    """Remove a thing, and what depends on it, from every page; labels are kept.

    Raise NotNow, with nothing changed.
    """
    with transaction.atomic():
        touch(track)
        if refusal := refusal_of(kind, thing):
            raise NotNow(refusal)
        line = _put_away(kind, thing, PutAway(track=track, by=by, at=now))
        for other, each in resting_on(kind, thing):
            along = PutAway(track=track, by=by, at=now, along_with=line)
            _put_away(other, each, along)
    return line


def _put_away(kind: ThingKind, thing: Thing, line: PutAway) -> PutAway:
    here = kind.at_hand(line.track).filter(pk=thing.pk)
    if not here.update(deleted_at=line.at):
        raise NotNow(f"{kind.name_of(thing)} is put away already.")
    line.what, line.thing = kind.name, thing.uuid
    line.save()
    for ties in ties_of(kind):
        ties.gone(thing, line.by, line.at)
    return line


def restore(
    kind: ThingKind, thing: Thing, *, track: Track, by: User | None, now: datetime
) -> list[str]:
    """Restore a thing unchanged, and what was put away with it, where possible.

    What was put away with it stays away as long as something else that it depends on is
    away. Return a sentence on each part that stays away. Raise NotNow, with nothing
    changed, if the thing's name is taken or something that it depends on is away.
    """
    with transaction.atomic():
        touch(track)
        found = kind.put_away(track).filter(pk=thing.pk).first()
        if found is None:
            raise NotNow(f"{kind.name_of(thing)} is available already.")
        lines = PutAway.objects.standing().filter(track=track)
        own = lines.filter(what=kind.name, thing=thing.uuid)
        along = set(lines.filter(along_with__in=own).values_list("pk", flat=True))
        told = _restore(kind, found, track, by=by, now=now)
        return told + _restore_along(track, along, by=by, now=now)


def _restore_along(
    track: Track, along: set[int], *, by: User | None, now: datetime
) -> list[str]:
    """Restore what was put away only with things that are all available again.

    along: the history rows of what was put away with the restored thing. Others stayed
    away because of other things that they depend on.
    """
    told: list[str] = []
    waiting, left = _gone_along(track), -1
    while len(waiting) != left:  # one may depend on a later one
        left, stay = len(waiting), {}
        for line, kind, thing in waiting:
            try:
                told += _restore(kind, thing, track, by=by, now=now)
            except NotNow as error:
                stay[line] = f"{_named(kind, thing)} stays put away. {error}"
            else:
                told += () if line in along else [f"{_named(kind, thing)} is back too."]
        waiting = [each for each in waiting if each[0] in stay]
    return told + [why for line, why in stay.items() if line in along]


def _named(kind: ThingKind, thing: Thing) -> str:
    return f"{kind.title} {kind.name_of(thing)}"


def _gone_along(track: Track) -> list[tuple[int, ThingKind, Thing]]:
    """Return history rows, with their things, of what depends on available things."""
    lines = PutAway.objects.standing().filter(track=track, along_with__isnull=False)
    known = [
        (line.pk, kind, kind.put_away(track).filter(uuid=line.thing).first())
        for line in lines.exclude(along_with__restored_at=None).order_by("pk")
        for kind in [thing_kind(line.what)]
    ]
    return [each for each in known if each[2]]


def _restore(
    kind: ThingKind, thing: Thing, track: Track, *, by: User | None, now: datetime
) -> list[str]:
    """Restore one thing, and return the parts of it that cannot be restored."""
    if lack := next(filter(None, (ties.lack(thing) for ties in ties_of(kind))), ""):
        raise NotNow(lack)
    try:
        with transaction.atomic():
            kind.put_away(track).filter(pk=thing.pk).update(deleted_at=None)
    except IntegrityError:
        raise NotNow(
            f"There is another {kind.title.lower()} called {kind.name_of(thing)} by "
            "now. Put that one away first."
        ) from None
    close_lines(kind, thing, by=by, now=now)
    change = Restored(by, thing.deleted_at, now)
    return [told for ties in ties_of(kind) for told in ties.back(thing, change)]


def close_lines(
    kind: ThingKind, thing: Thing, *, by: User | None, now: datetime
) -> None:
    """Record that a thing is available again, or became another's."""
    lines = PutAway.objects.standing().filter(what=kind.name, thing=thing.uuid)
    lines.update(restored_by=by, restored_at=now)


def touch(track: Track) -> None:
    """Invalidate the cached numbers of a track; locks its row."""
    own = Track.everything.filter(pk=track.pk)
    own.update(revision=F("revision") + 1)
