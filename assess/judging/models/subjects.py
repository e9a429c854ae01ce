"""The rows that work depends on: it is available only while none is put away."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from django.db.models import CharField, F, Q, QuerySet, Value
from django.db.models.functions import Cast, Replace
from django.db.models.lookups import In

from runs.models import Topic, Track

Rows = Callable[[], QuerySet[Any]]  # of a model with `uuid`


class _SubjectKind(NamedTuple):
    put_away: Rows
    every: Rows
    key: str


_subjects: list[_SubjectKind] = []


def register_subject(put_away: Rows, *, every: Rows, key: str = "") -> None:
    """Register a type of subject, by the query of its rows that are put away.

    `every` is the query of all its rows. `key` names the foreign key of allocations and
    slots to one of them, "" where they have none.
    """
    _subjects.append(_SubjectKind(put_away, every, key))


def set_subject_keys(rows: Sequence[Any]) -> None:
    """Set the foreign keys of allocations or slots to their subjects, by uuid."""
    uuids = {row.subject for row in rows} - {""}
    for kind in _subjects if uuids else ():
        if kind.key:
            found = kind.every().filter(uuid__in=uuids).values_list("uuid", "pk")
            numbers = {str(uuid): pk for uuid, pk in found}
            for row in rows:
                setattr(row, f"{kind.key}_id", numbers.get(row.subject))


def on_what_is_at_hand() -> Q:
    """Return the filter of allocations and slots that depend on nothing put away."""
    tracks, topics = Track.everything.put_away(), Topic.everything.put_away()
    found = ~Q(track__in=tracks.values("pk")) & ~Q(topic__in=topics.values("pk"))
    for kind in _subjects:
        gone = kind.put_away().order_by().values_list(bare("uuid"))
        found &= ~Q(In(bare("subject"), gone))
    return found


def bare(column: str) -> Replace:
    """Return a public id in the form that both databases compare: without hyphens."""
    return Replace(Cast(F(column), CharField()), Value("-"), Value(""))
