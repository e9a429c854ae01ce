"""Add sub-narratives to topics, from a file or while nuggets are mapped."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import NamedTuple
from uuid import uuid4

from django.db import transaction
from django.db.models import F

from accounts.models import User
from runs.actions.subnarrative_rows import ListLine, change_list, lock_list, rows_of
from runs.kernel.formats.nuggets import fold_subnarrative
from runs.kernel.subnarratives import Row, Rows
from runs.models import Subnarrative, Topic

NAMED, TAKEN_BACK, BROUGHT_BACK = "named", "taken back", "brought"
IMPORTED = "imported"
# Actions that are no steps of a review: of a file, or of the mapping of nuggets.
OUTSIDE = (NAMED, TAKEN_BACK, BROUGHT_BACK, IMPORTED)


class Wording(NamedTuple):
    """A sub-narrative of a whole list; importance is vital, okay or ""."""

    text: str
    importance: str = ""
    added: bool = False  # by an assessor, while mapping nuggets


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


def replace_list(
    topic: Topic, wordings: Sequence[Wording], *, action: str, now: datetime
) -> None:
    """Give a topic a whole list; equal wordings keep their identity, also retired ones.

    Those that the new list lacks are retired. `action` is recorded in the history.
    Raise TwinWording for two that differ only by quotes, white space and case.
    """
    with transaction.atomic():
        lock_list(topic)
        known = _ever_known(topic)
        uuids = [
            known.get(fold_subnarrative(each.text)) or str(uuid4()) for each in wordings
        ]
        listed = list(zip(uuids, wordings, strict=True))
        rows = tuple(Row(uuid, each.text, each.importance) for uuid, each in listed)
        change_list(
            topic,
            lambda _rows: rows,
            line=ListLine(action, None, now),
            added={uuid for uuid, each in listed if each.added},
        )


def _ever_known(topic: Topic) -> dict[str, str]:
    """Return the uuid of each wording: the live one, else the last retired."""
    every = Subnarrative.objects.filter(topic=topic)
    ordered = every.order_by(F("retired_at").asc(nulls_last=True), "pk")
    return {folded: str(uuid) for folded, uuid in ordered.values_list("folded", "uuid")}


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
