"""Conditions and what happened to them."""

from __future__ import annotations

from typing import NamedTuple

from django.db.models import QuerySet

from nuggets.models import Condition, ConditionEdit
from runs.models import Track

_SAID = {
    "name": "name",
    "bank": "bank",
    "judge": "assigned by",
    "qrels": "qrels of",
    "topics": "topics",
}
NONE = {"qrels": "nobody", "topics": "all"}


class Difference(NamedTuple):
    """One part of a condition before and after an edit, in words."""

    part: str
    before: str
    after: str


class Told(NamedTuple):
    """An edit and what it did: made, changed or dropped."""

    edit: ConditionEdit
    did: str
    changes: list[Difference]


def conditions_of(track: Track) -> QuerySet[Condition]:
    """Return a track's conditions with their parts, by name."""
    rows = Condition.objects.filter(track=track).prefetch_related("topics")
    return rows.select_related("track", "bank", "assignment_judge", "qrels_judge")


def trail_of(track: Track, condition: Condition | None = None) -> list[Told]:
    """Return what happened to a track's conditions, or to one, the latest first."""
    edits = ConditionEdit.objects.filter(track=track).select_related("by")
    if condition is not None:
        edits = edits.filter(condition=condition.uuid)
    return [Told(edit, _did(edit), _changes(edit)) for edit in edits]


def _did(edit: ConditionEdit) -> str:
    if not edit.before:
        return "made"
    return "changed" if edit.after else "dropped"


def _changes(edit: ConditionEdit) -> list[Difference]:
    both = ((part, edit.before.get(part), edit.after.get(part)) for part in _SAID)
    return [
        Difference(_SAID[part], _words(part, before), _words(part, after))
        for part, before, after in both
        if before != after
    ]


def _words(part: str, value: str | list[str] | None) -> str:
    if value is None:
        return ""
    words = value if isinstance(value, str) else ", ".join(value)
    return words or NONE.get(part, "")
