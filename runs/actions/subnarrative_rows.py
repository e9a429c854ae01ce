"""Read and write a topic's list of sub-narratives, with its history."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Max

from accounts.models import User
from runs.kernel import subnarratives as kernel
from runs.kernel.formats.nuggets import fold_subnarrative
from runs.kernel.history import NOTHING, REDO, UNDO
from runs.kernel.subnarratives import Row, Rows
from runs.models import Subnarrative, SubnarrativeEdit, SubnarrativeWording, Topic


@dataclass(frozen=True)
class ListLine:
    """The entry of an edit in the history except for the list: action, person, time."""

    action: str
    by: User | None
    at: datetime
    key: UUID | None = None
    client_time: datetime | None = None
    active_ms: int | None = None
    body: UUID | None = None


def rows_of(topic: Topic) -> Rows:
    """Return a topic's current list."""
    live = Subnarrative.objects.live().filter(topic=topic)
    fields = live.values_list("uuid", "text", "importance")
    return tuple(Row(str(uuid), *rest) for uuid, *rest in fields)


def revision_of(topic: Topic) -> int:
    """Return the number of the last edit of a topic's list, 0 before the first."""
    last = topic.subnarrative_edits.aggregate(last=Max("number"))["last"]
    return last or 0


def lock_list(topic: Topic) -> None:
    """Lock a topic's list until the transaction ends."""
    Topic.objects.select_for_update(no_key=True).get(pk=topic.pk)


def change_list(
    topic: Topic,
    change: Callable[[Rows], Rows],
    *,
    line: ListLine,
    added: Collection[str] = (),
) -> SubnarrativeEdit:
    """Change a list that the caller has locked, and append the edit.

    `added` are uuids of new ones that an assessor added while mapping. Raise
    TwinWording, or what `change` raises, with nothing written.
    """
    before = rows_of(topic)
    after = change(before)
    if after != before:
        kernel.check_wordings(after)
        _write(topic, before, after, line=line, added=added)
    if after == before and line.action not in (UNDO, REDO):
        line = replace(line, action=NOTHING)
    return SubnarrativeEdit.objects.create(
        topic=topic,
        number=revision_of(topic) + 1,
        before=kernel.written(before),
        after=kernel.written(after),
        **vars(line),
    )


def _write(
    topic: Topic, before: Rows, after: Rows, *, line: ListLine, added: Collection[str]
) -> None:
    left = {row.uuid for row in after}
    gone = [row.uuid for row in before if row.uuid not in left]
    live = Subnarrative.objects.live().filter(topic=topic)
    live.filter(uuid__in=gone).update(retired_at=line.at)
    known = {
        str(one.uuid): one
        for one in Subnarrative.objects.filter(topic=topic, uuid__in=left)
    }
    new = [row for row in after if row.uuid not in known]
    reworded = [
        row
        for row in after
        if row.uuid in known and _said(known[row.uuid]) != _said(row)
    ]
    places = {row.uuid: place for place, row in enumerate(after, start=1)}
    for row in after:
        if row.uuid in known:
            _put(known[row.uuid], row, places[row.uuid])
    Subnarrative.objects.bulk_update(
        known.values(), ["text", "folded", "importance", "position", "retired_at"]
    )
    made = Subnarrative.objects.bulk_create(
        _put(
            Subnarrative(topic=topic, uuid=row.uuid, added=row.uuid in added),
            row,
            places[row.uuid],
        )
        for row in new
    )
    known |= {str(one.uuid): one for one in made}
    _keep_wordings([known[row.uuid] for row in [*new, *reworded]], line=line)


def _keep_wordings(changed: Iterable[Subnarrative], *, line: ListLine) -> None:
    SubnarrativeWording.objects.bulk_create(
        SubnarrativeWording(
            subnarrative=one,
            text=one.text,
            importance=one.importance,
            at=line.at,
            by=line.by,
        )
        for one in changed
    )


def _said(one: Subnarrative | Row) -> tuple[str, str]:
    return one.text, one.importance


def _put(one: Subnarrative, row: Row, place: int) -> Subnarrative:
    changed: dict[str, Any] = {
        "text": row.text,
        "folded": fold_subnarrative(row.text),
        "importance": row.importance,
        "position": place,
        "retired_at": None,
    }
    for name, value in changed.items():
        setattr(one, name, value)
    return one
