"""Add sub-narratives to topics, from a file or while nuggets are mapped."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime
from uuid import uuid4

from django.db import transaction

from accounts.models import User
from runs.actions.subnarrative_rows import ListLine, change_list, lock_list, rows_of
from runs.kernel.formats.nuggets import fold_subnarrative
from runs.kernel.subnarratives import Row, Rows
from runs.models import Subnarrative, Topic

NAMED, TAKEN_BACK, BROUGHT_BACK = "named", "taken back", "brought"
# Actions that are no steps of a review: of a file, or of the mapping of nuggets.
OUTSIDE = (NAMED, TAKEN_BACK, BROUGHT_BACK)


def name_subnarratives(
    topic: Topic,
    names: Iterable[tuple[str, bool]],
    *,
    now: datetime,
    by: User | None = None,
) -> dict[str, int]:
    """Return the row number of each named sub-narrative, creating missing ones.

    Names that differ only by quotes, white space and case are equal. Each comes with
    whether an assessor added it while mapping; "" is ignored.
    """
    named = list(names)
    wanted = {name: fold_subnarrative(name) for name, _ in named if name}
    added = {fold_subnarrative(name): flag for name, flag in reversed(named)}
    with transaction.atomic():
        lock_list(topic)
        known = _known(topic)
        fresh = {
            folded: Row(str(uuid4()), name)
            for name, folded in reversed(wanted.items())
            if folded not in known
        }
        if fresh:
            new = tuple(reversed(fresh.values()))
            change_list(
                topic,
                lambda rows: (*rows, *new),
                line=ListLine(NAMED, by, now),
                added={row.uuid for folded, row in fresh.items() if added[folded]},
            )
            known = _known(topic)
    return {name: known[folded] for name, folded in wanted.items()}


def _known(topic: Topic) -> dict[str, int]:
    live = Subnarrative.objects.live().filter(topic=topic)
    return dict(live.values_list("folded", "pk"))


def retire_subnarratives(
    topic: Topic, ids: Collection[int], *, now: datetime, by: User | None
) -> None:
    """Remove current sub-narratives, by row number, from their topic's list."""
    with transaction.atomic():
        lock_list(topic)
        live = Subnarrative.objects.live().filter(topic=topic, pk__in=ids)
        gone = {str(uuid) for uuid in live.values_list("uuid", flat=True)}

        def change(rows: Rows) -> Rows:
            return tuple(row for row in rows if row.uuid not in gone)

        if gone:
            change_list(topic, change, line=ListLine(TAKEN_BACK, by, now))


def revive_subnarratives(
    topic: Topic, ids: Collection[int], *, now: datetime, by: User | None
) -> None:
    """Append retired sub-narratives, by row number, to their topic's list.

    Raise TwinWording if a current one has the wording of one of them.
    """
    with transaction.atomic():
        lock_list(topic)
        live = {row.uuid for row in rows_of(topic)}
        found = Subnarrative.objects.filter(topic=topic, pk__in=ids).order_by("pk")
        back = tuple(
            Row(str(one.uuid), one.text, one.importance)
            for one in found
            if str(one.uuid) not in live
        )
        if back:
            change_list(
                topic, lambda rows: (*rows, *back), line=ListLine(BROUGHT_BACK, by, now)
            )
