"""Give topics their sub-narratives."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction
from django.db.models import Max

from accounts.models import User
from runs.kernel.nuggets import fold_subnarrative
from runs.models import Subnarrative, SubnarrativeWording, Topic


def name_subnarratives(
    topic: Topic,
    names: Iterable[tuple[str, bool]],
    *,
    now: datetime,
    by: User | None = None,
) -> dict[str, int]:
    """Return the row number of each named sub-narrative, making those not yet there.

    Names that differ only by quotes, white space and case are one. Each comes with
    whether an assessor added it while mapping; "" is no name.
    """
    wanted = {name: fold_subnarrative(name) for name, _ in names if name}
    added = {fold_subnarrative(name): flag for name, flag in reversed(list(names))}
    with transaction.atomic():
        known = _known(topic)
        fresh = {
            folded: name
            for name, folded in reversed(wanted.items())
            if folded not in known
        }
        _create(topic, dict(reversed(fresh.items())), added, now=now, by=by)
        known = _known(topic) if fresh else known
    return {name: known[folded] for name, folded in wanted.items()}


def _known(topic: Topic) -> dict[str, int]:
    live = Subnarrative.objects.live().filter(topic=topic)
    return dict(live.values_list("folded", "pk"))


def _create(
    topic: Topic,
    fresh: dict[str, str],
    added: dict[str, bool],
    *,
    now: datetime,
    by: User | None,
) -> None:
    last = topic.subnarratives.aggregate(last=Max("position"))["last"] or 0
    made = Subnarrative.objects.bulk_create(
        Subnarrative(
            topic=topic,
            text=name,
            folded=folded,
            position=place,
            added=added.get(folded, False),
        )
        for place, (folded, name) in enumerate(fresh.items(), start=last + 1)
    )
    SubnarrativeWording.objects.bulk_create(
        SubnarrativeWording(subnarrative=one, text=one.text, at=now, by=by)
        for one in made
    )
