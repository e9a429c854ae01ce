"""Put things away and restore them, each with a line in the trail."""

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
) -> list[str]:
    """Bring a thing back as it was, and what went along and can come back.

    What went along stays away as long as something else that it rests on does.
    Return a sentence on each part that stays away. Raise NotNow, with nothing changed,
    where the thing's name is taken by now or what it rests on is still away.
    """
    with transaction.atomic():
        touch(track)
        found = kind.put_away(track).filter(pk=thing.pk).first()
        if found is None:
            raise NotNow(f"{kind.name_of(thing)} is at hand already.")
        lines = PutAway.objects.standing().filter(track=track)
        own = lines.filter(what=kind.name, thing=thing.uuid)
        along = set(lines.filter(along_with__in=own).values_list("pk", flat=True))
        told = _restore(kind, found, track, by=by, now=now)
        return told + _restore_along(track, along, by=by, now=now)


def _restore_along(
    track: Track, along: set[int], *, by: User | None, now: datetime
) -> list[str]:
    """Restore what only went along, with things that are all at hand again.

    along: the lines of what went along with what was just restored. Others stayed away
    until now for what they rest on.
    """
    told: list[str] = []
    waiting, left = _gone_along(track), -1
    while len(waiting) != left:  # what one rests on may come after it
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
    """Return lines, with what they name, of what went along with things at hand."""
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
    """Restore one thing, and return what of it cannot come back."""
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
    """Write down that a thing put away is at hand again, or became another's."""
    lines = PutAway.objects.standing().filter(what=kind.name, thing=thing.uuid)
    lines.update(restored_by=by, restored_at=now)


def touch(track: Track) -> None:
    """Let nothing kept of a track's numbers be shown again; holds its row."""
    own = Track.everything.filter(pk=track.pk)
    own.update(revision=F("revision") + 1)
