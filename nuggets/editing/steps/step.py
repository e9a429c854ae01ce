"""One step of editing: guarded, written as a difference, recorded in the history."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from django.db import transaction

from accounts.kernel.idempotency import check_same
from nuggets.banks.actions import VersionFrozen
from nuggets.kernel import listing
from nuggets.kernel.listing import Row, Rows
from nuggets.models import BankVersion, Edit, Listing
from runs.actions.acts import Act, number_seen
from runs.kernel.history import NOTHING
from runs.kernel.limits import check_room


class StaleVersion(Exception):
    """Somebody changed the list since it was read."""


class Edited(NamedTuple):
    """The result of a step: the revision, and the nugget to select next.

    None for the nugget keeps the selection.
    """

    revision: int
    nugget: int | None


def rows_of(version: BankVersion) -> Rows:
    """Return a version's current list."""
    fields = ("nugget_id", "importance", "subnarrative_id", "details")
    found = Listing.objects.filter(version=version).order_by("position", "pk")
    return tuple(Row(*row) for row in found.values_list(*fields))


def take_step(
    version: BankVersion, action: str, change: Callable[[Rows], Rows], *, act: Act
) -> Edited:
    """Change an open version's list as one action, recorded in the history.

    `change` runs inside the transaction and may create nuggets. A repetition of the
    action returns the first result. An action that changes nothing is recorded too, so
    that requests queued behind it find it. Raise StaleVersion, VersionFrozen, TooMany
    for a nugget beyond the profile's limit, or what `change` raises, with nothing
    written.
    """
    done = _repeated(version, action, act)
    if done:
        return done
    try:
        with transaction.atomic():
            number = _claim(version, act)
            before = rows_of(version)
            after = change(before)
            if len(after) > len(before):
                limits = version.topic.track.profile.limits
                check_room(limits, "nuggets", len(after))
            write_rows(version, before, after)
            made = _append(version, action, before, after, number=number, act=act)
    except (StaleVersion, VersionFrozen):
        done = _repeated(version, action, act)  # the same one, sent twice at once
        if done:
            return done
        raise
    return _left_behind(made)


def answered(version: BankVersion, act: Act) -> Edited | None:
    """Return the result of an action that was recorded before, if it was.

    Raise ReusedKey if it had other content then.
    """
    done = Edit.objects.filter(version=version, by=act.by, key=act.key).first()
    if done is None:
        return None
    check_same(done.body, act.body)
    return _left_behind(done)


def _repeated(version: BankVersion, action: str, act: Act) -> Edited | None:
    edit = Edit.objects.filter(version=version, key=act.key).first()
    if edit is None:
        return None
    if edit.by_id != act.by.pk:
        raise StaleVersion
    check_same(edit.body, act.body)
    if edit.action not in (action, NOTHING):
        raise StaleVersion  # an old page, sent again with other content
    return _left_behind(edit)


def _left_behind(edit: Edit) -> Edited:
    before, after = listing.read(edit.before), listing.read(edit.after)
    if edit.action in (NOTHING, "move"):
        return Edited(edit.number, None)
    return Edited(edit.number, listing.touched(before, after))


def _claim(version: BankVersion, act: Act) -> int:
    """Take the number of the next edit, if the list is still the one that was seen."""
    same = BankVersion.objects.filter(pk=version.pk)
    seen = number_seen(version.edits.all(), act)
    if seen is None:
        raise StaleVersion
    if same.filter(state=BankVersion.OPEN, revision=seen).update(
        revision=seen + 1, editor=act.by
    ):
        return seen + 1
    if same.filter(state=BankVersion.FROZEN).exists():
        raise VersionFrozen
    raise StaleVersion


def write_rows(version: BankVersion, before: Rows, after: Rows) -> None:
    """Set a version's list to `after`, writing only its differences from `before`."""
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
    version: BankVersion,
    action: str,
    before: Rows,
    after: Rows,
    *,
    number: int,
    act: Act,
) -> Edit:
    # An edit's number is the revision that it created.
    return Edit.objects.create(
        version=version,
        number=number,
        action=NOTHING if after == before else action,
        by=act.by,
        key=act.key,
        body=act.body,
        before=listing.written(before),
        after=listing.written(after),
        at=act.now,
        client_time=act.client_time,
        active_ms=act.active_ms,
    )
