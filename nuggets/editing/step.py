"""One step of editing: guarded, written as a difference, kept in the history."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.db import transaction

from accounts.models import User
from nuggets.banks.actions import VersionFrozen
from nuggets.kernel import listing
from nuggets.kernel.listing import Row, Rows
from nuggets.models import BankVersion, Edit, Listing


class StaleVersion(Exception):
    """Somebody changed the list since it was read."""


@dataclass(frozen=True)
class Act:
    """A person's action on a list, as their browser sent it."""

    by: User
    seen: int  # the revision that the person saw
    now: datetime
    key: UUID | None = None  # sent again, it counts once


class Edited(NamedTuple):
    """What a step left behind: the revision, and the nugget to look at next."""

    revision: int
    nugget: int | None


class _Nothing(Exception):
    """The step would change nothing."""


def rows_of(version: BankVersion) -> Rows:
    """Return a version's list as it stands."""
    fields = ("nugget_id", "importance", "subnarrative_id", "details")
    found = Listing.objects.filter(version=version).order_by("position", "pk")
    return tuple(Row(*row) for row in found.values_list(*fields))


def take_step(
    version: BankVersion, action: str, change: Callable[[Rows], Rows], *, act: Act
) -> Edited:
    """Change an open version's list as one action, with its line in the history.

    `change` runs inside the transaction and may make nuggets. The same action again
    answers as it did the first time; one that changes nothing leaves no line. Raise
    StaleVersion, VersionFrozen, or what `change` raises, with nothing written.
    """
    try:
        with transaction.atomic():
            if act.key and (done := _repeated(version, action, act.key)):
                return done
            _claim(version, act)
            before = rows_of(version)
            after = change(before)
            if after == before:
                raise _Nothing
            write_rows(version, before, after)
            _append(version, action, before, after, act=act)
    except _Nothing:
        return Edited(act.seen, None)
    return Edited(act.seen + 1, listing.touched(before, after))


def _repeated(version: BankVersion, action: str, key: UUID) -> Edited | None:
    edit = Edit.objects.filter(version=version, key=key).first()
    if not edit:
        return None
    if edit.action != action:  # an old page, sent again for something else
        raise StaleVersion
    before, after = listing.read(edit.before), listing.read(edit.after)
    return Edited(edit.number, listing.touched(before, after))


def _claim(version: BankVersion, act: Act) -> None:
    same = BankVersion.objects.filter(pk=version.pk)
    taken = same.filter(state=BankVersion.OPEN, revision=act.seen).update(
        revision=act.seen + 1, editor=act.by
    )
    if taken:
        return
    if same.filter(state=BankVersion.FROZEN).exists():
        raise VersionFrozen
    raise StaleVersion


def write_rows(version: BankVersion, before: Rows, after: Rows) -> None:
    """Make a version's list `after`, touching only what differs from `before`."""
    place = {row.nugget: at for at, row in enumerate(after)}
    gone = [row.nugget for row in before if row.nugget not in place]
    if gone:
        Listing.objects.filter(version=version, nugget__in=gone).delete()
    old = {row.nugget for row in before}
    Listing.objects.bulk_create(
        _listing(version, row, place[row.nugget])
        for row in after
        if row.nugget not in old
    )
    stood = {row.nugget: (at, row) for at, row in enumerate(before)}
    moved = {
        row.nugget: (at, row)
        for at, row in enumerate(after)
        if row.nugget in old and stood[row.nugget] != (at, row)
    }
    changed = list(Listing.objects.filter(version=version, nugget__in=moved))
    for found in changed:
        at, row = moved[found.nugget_id]
        found.position, found.importance = at, row.importance
        found.subnarrative_id, found.details = row.subnarrative, dict(row.details)
    Listing.objects.bulk_update(
        changed, ["position", "importance", "subnarrative", "details"]
    )


def _listing(version: BankVersion, row: Row, place: int) -> Listing:
    return Listing(
        version=version,
        nugget_id=row.nugget,
        position=place,
        importance=row.importance,
        subnarrative_id=row.subnarrative,
        details=dict(row.details),
    )


def _append(
    version: BankVersion, action: str, before: Rows, after: Rows, *, act: Act
) -> None:
    # An edit's number is the revision it made: a queued action can name either.
    Edit.objects.create(
        version=version,
        number=act.seen + 1,
        action=action,
        by=act.by,
        key=act.key,
        before=listing.written(before),
        after=listing.written(after),
        at=act.now,
    )
