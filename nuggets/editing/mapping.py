"""Map nuggets to sub-narratives, and add those that a topic turns out to need."""

from __future__ import annotations

from django.db.models import Max

from nuggets.editing.step import Act, Edited, take_step
from nuggets.kernel import listing
from nuggets.kernel.listing import Rows
from nuggets.models import BankVersion
from runs.kernel.nuggets import fold_subnarrative
from runs.models import Subnarrative, SubnarrativeWording, Topic


def map_nugget(
    version: BankVersion, nugget: int, subnarrative: int | None, *, act: Act
) -> Edited:
    """Map a nugget to a sub-narrative of its topic; None takes the mapping away."""
    return take_step(
        version,
        "map",
        lambda rows: listing.mapped(rows, nugget, subnarrative),
        act=act,
    )


def map_to_new(version: BankVersion, nugget: int, wording: str, *, act: Act) -> Edited:
    """Map a nugget to a sub-narrative of these words, made where there is none."""

    def change(rows: Rows) -> Rows:
        made = add_subnarrative(version.topic, wording, act=act)
        return listing.mapped(rows, nugget, made.pk)

    return take_step(version, "map", change, act=act)


def add_subnarrative(topic: Topic, wording: str, *, act: Act) -> Subnarrative:
    """Return the topic's sub-narrative of these words, made where there is none.

    Call inside a transaction.
    """
    found = Subnarrative.objects.filter(topic=topic)
    last = found.aggregate(last=Max("position"))["last"]
    made, new = found.live().get_or_create(
        topic=topic,
        folded=fold_subnarrative(wording),
        retired_at=None,
        defaults={
            "text": wording,
            "position": 0 if last is None else last + 1,
            "added": True,
        },
    )
    if new:
        SubnarrativeWording.objects.create(
            subnarrative=made, text=wording, at=act.now, by=act.by
        )
    return made
