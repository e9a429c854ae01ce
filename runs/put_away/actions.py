"""Put things away and restore them, each with a line in the trail."""

from __future__ import annotations

from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import F

from accounts.models import User
from runs.models import PutAway, Track
from runs.put_away.registry import (
    Thing,
    ThingKind,
    resting_on,
    thing_kind,
    ties_of,
)


class NotNow(Exception):
    """It cannot be put away or restored as things are; the message says why."""


def refusal_of(kind: ThingKind, thing: Thing) -> str:
    """Return why a thing cannot be put away now, "" where it can."""
    refusals = (ties.refusal(thing) for ties in ties_of(kind))
    return next(filter(None, refusals), "")


def put_away(
    kind: ThingKind, thing: Thing, *, track: Track, by: User | None, now: datetime
) -> PutAway:
    """Take a thing, and what rests on it, from every page; its labels are kept.

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
) -> None:
    """Bring a thing back as it was, and what went away with it.

    Raise NotNow, with nothing changed, where its name is taken by now or what it rests
    on is still away. What went along and rests on something else that is away stays.
    """
    with transaction.atomic():
        touch(track)
        found = kind.put_away(track).filter(pk=thing.pk).first()
        if found is None:
            raise NotNow(f"{kind.name_of(thing)} is at hand already.")
        if lack := _lack(kind, found):
            raise NotNow(lack)
        lines = PutAway.objects.standing().filter(track=track).order_by("pk")
        own = list(lines.filter(what=kind.name, thing=thing.uuid))
        _restore(kind, found, track, by=by, now=now)
        for line in lines.filter(along_with__in=own):
            other = thing_kind(line.what)
            each = other.rows(track).get(uuid=line.thing)
            if not _lack(other, each):
                _restore(other, each, track, by=by, now=now)


def _lack(kind: ThingKind, thing: Thing) -> str:
    return next(filter(None, (ties.lack(thing) for ties in ties_of(kind))), "")


def _restore(
    kind: ThingKind, thing: Thing, track: Track, *, by: User | None, now: datetime
) -> None:
    try:
        with transaction.atomic():
            kind.put_away(track).filter(pk=thing.pk).update(deleted_at=None)
    except IntegrityError:
        raise NotNow(
            f"There is another {kind.title.lower()} called {kind.name_of(thing)} by "
            "now. Put that one away first."
        ) from None
    for ties in ties_of(kind):
        ties.back(thing, by, thing.deleted_at, now)
    close_lines(kind, thing, by=by, now=now)


def close_lines(
    kind: ThingKind, thing: Thing, *, by: User | None, now: datetime
) -> None:
    """Write down that a thing put away is at hand again, or became another's."""
    lines = PutAway.objects.standing().filter(what=kind.name, thing=thing.uuid)
    lines.update(restored_by=by, restored_at=now)


def touch(track: Track) -> None:
    """Let nothing kept of a track's numbers be shown again; holds its row."""
    own = Track.everything.filter(pk=track.pk)
    own.update(revision=F("revision") + 1)
