"""Resolve the name of a nugget that may be older than the list."""

from __future__ import annotations

from collections.abc import Collection
from uuid import UUID

from nuggets.editing.steps.step import rows_of
from nuggets.kernel.listing import NotListed, follow, read, touched
from nuggets.models import BankVersion, Edit, Listing, Nugget
from runs.kernel.history import NOTHING


def nugget_named(version: BankVersion, name: UUID) -> int:
    """Return the listed nugget with a name; raise NotListed.

    A name is a nugget's public id, that of a nugget from which it was made in this
    version, or the key of the action that created it: a request queued behind an edit
    cannot know the public id that the edit creates.
    """
    try:
        return nuggets_named(version, [name])[name]
    except KeyError:
        raise NotListed(name) from None


def nuggets_named(version: BankVersion, names: Collection[UUID]) -> dict[UUID, int]:
    """Return the listed nugget of each name that resolves to one."""
    listed = Listing.objects.filter(version=version, nugget__uuid__in=names)
    found = dict(listed.values_list("nugget__uuid", "nugget_id"))
    older = set(names) - set(found)
    return found | _traced(version, older) if older else found


def _traced(version: BankVersion, names: Collection[UUID]) -> dict[UUID, int]:
    edits = list(
        Edit.objects.filter(version=version)
        .exclude(action=NOTHING)
        .order_by("number")
        .values_list("key", "before", "after")
    )
    steps = [(read(before), read(after)) for _key, before, after in edits]
    known = Nugget.objects.filter(topic=version.topic_id, uuid__in=names)
    # Where each path through the edits begins: the nugget, and the first edit after it.
    starts: dict[UUID, tuple[int | None, int]]
    starts = {name: (pk, 0) for name, pk in known.values_list("uuid", "pk")}
    for place, (key, *_) in enumerate(edits):
        if key and key in names:
            starts[key] = (touched(*steps[place]), place + 1)
    rows = {row.nugget for row in rows_of(version)}
    ends = {
        name: None if start is None else follow(start, steps[place:])
        for name, (start, place) in starts.items()
    }
    return {name: end for name, end in ends.items() if end is not None and end in rows}


def name_of(nugget: int | None) -> UUID | None:
    """Return a nugget's public id; None for none."""
    if nugget is None:
        return None
    return Nugget.objects.values_list("uuid", flat=True).get(pk=nugget)


def how_it_stands(version: BankVersion, name: UUID | None) -> str:
    """Describe a nugget's current state, for a person whose action came too late."""
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
    return f"This nugget is now: {importance}, {goal}, “{row.nugget}”."
