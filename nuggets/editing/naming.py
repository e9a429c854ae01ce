"""Which nugget a page means by a name that may be older than the list."""

from __future__ import annotations

from uuid import UUID

from nuggets.editing.step import rows_of
from nuggets.kernel.listing import NotListed, follow, read, touched
from nuggets.models import BankVersion, Edit, Listing, Nugget
from runs.kernel.history import NOTHING


def nugget_named(version: BankVersion, name: UUID) -> int:
    """Return the listed nugget that goes by a name; raise NotListed.

    A name is a nugget's public id, that of one which it was made from in this version,
    or the key of the action that made it: what is queued behind a change can't know
    the public id that the change gives.
    """
    listed = Listing.objects.filter(version=version, nugget__uuid=name)
    found = listed.values_list("nugget_id", flat=True).first()
    return _traced(version, name) if found is None else found


def _traced(version: BankVersion, name: UUID) -> int:
    edits = list(
        Edit.objects.filter(version=version)
        .exclude(action=NOTHING)
        .order_by("number")
        .values_list("key", "before", "after")
    )
    steps = [(read(before), read(after)) for _key, before, after in edits]
    place = next((at for at, (key, *_) in enumerate(edits) if key == name), None)
    if place is None:
        known = Nugget.objects.filter(topic=version.topic_id, uuid=name)
        start = known.values_list("pk", flat=True).first()
    else:
        start, steps = touched(*steps[place]), steps[place + 1 :]
    found = None if start is None else follow(start, steps)
    if found is None or found not in {row.nugget for row in rows_of(version)}:
        raise NotListed(name)
    return found


def name_of(nugget: int | None) -> UUID | None:
    """Return a nugget's public id; None for none."""
    if nugget is None:
        return None
    return Nugget.objects.values_list("uuid", flat=True).get(pk=nugget)


def how_it_stands(version: BankVersion, name: UUID | None) -> str:
    """Say how a nugget stands now, for a person whose action came too late."""
    if name is None:
        return ""
    try:
        nugget = nugget_named(version, name)
    except NotListed:
        return "This nugget is no longer on it."
    found = Listing.objects.select_related("nugget", "subnarrative")
    row = found.get(version=version, nugget=nugget)
    importance = row.importance or "no importance"
    goal = row.subnarrative or "unmapped"
    return f"This nugget stands at: {importance}, {goal}, “{row.nugget}”."
