"""The rows that work depends on: it is available only while none is put away."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db.models import CharField, F, Q, QuerySet, Value
from django.db.models.functions import Cast, Replace
from django.db.models.lookups import In

from runs.models import Topic, Track

Rows = Callable[[], QuerySet[Any]]  # of a model with `uuid`

_subjects: list[Rows] = []


def register_subject(put_away: Rows) -> None:
    """Register a kind of subject, by the query of its rows that are put away."""
    _subjects.append(put_away)


def on_what_is_at_hand() -> Q:
    """Return the filter of allocations and slots that depend on nothing put away."""
    tracks, topics = Track.everything.put_away(), Topic.everything.put_away()
    found = ~Q(track__in=tracks.values("pk")) & ~Q(topic__in=topics.values("pk"))
    for put_away in _subjects:
        gone = put_away().order_by().values_list(bare("uuid"))
        found &= ~Q(In(bare("subject"), gone))
    return found


def bare(column: str) -> Replace:
    """Return a public id in the form that both databases compare: without hyphens."""
    return Replace(Cast(F(column), CharField()), Value("-"), Value(""))
