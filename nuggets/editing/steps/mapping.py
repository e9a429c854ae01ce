"""Map nuggets to sub-narratives, add missing ones, and link nuggets that repeat."""

from __future__ import annotations

from assess.judging.judges.actions import judge_of
from nuggets.editing.steps.step import Edited, take_step
from nuggets.kernel import listing
from nuggets.kernel.listing import Link, NotListed, Rows
from nuggets.models import BankVersion, Nugget
from runs.actions.acts import Act
from runs.actions.subnarratives import name_subnarratives
from runs.kernel.limits import check_room
from runs.models import Subnarrative


def map_nugget(
    version: BankVersion, nugget: int, subnarrative: int | None, *, act: Act
) -> Edited:
    """Map a nugget to a sub-narrative of its topic; None removes the mapping."""
    return take_step(
        version,
        "map",
        lambda rows: listing.mapped(rows, nugget, subnarrative),
        act=act,
    )


def link_nugget(
    version: BankVersion, nugget: int, other: int | None, relation: str, *, act: Act
) -> Edited:
    """Say how a nugget repeats another one of the list; None removes the link.

    Raise NotListed for a nugget that is linked to itself or to one not on the list.
    """

    def change(rows: Rows) -> Rows:
        if other is None:
            return listing.linked(rows, nugget, None)
        if other == nugget:
            raise NotListed(other)
        listing.place_of(rows, other)
        link = Link(str(Nugget.objects.get(pk=other).uuid), relation)
        judge_of(act.by, version.topic.track, now=act.now)  # who said it
        return listing.linked(rows, nugget, link)

    return take_step(version, "link", change, act=act)


def map_to_new(version: BankVersion, nugget: int, wording: str, *, act: Act) -> Edited:
    """Map a nugget to a sub-narrative of this wording, creating a missing one."""

    def change(rows: Rows) -> Rows:
        named, live = [(wording, True)], Subnarrative.objects.live()
        before = live.filter(topic=version.topic).count()
        made = name_subnarratives(version.topic, named, now=act.now, by=act.by)
        after = live.filter(topic=version.topic).count()
        if after > before:
            check_room(version.topic.track.profile.limits, "subnarratives", after)
        return listing.mapped(rows, nugget, made[wording])

    return take_step(version, "map", change, act=act)
