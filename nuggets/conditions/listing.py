"""Conditions and their history."""

from __future__ import annotations

from typing import NamedTuple

from django.db.models import Exists, OuterRef, QuerySet

from nuggets.models import Condition, ConditionEdit
from runs.models import Track

_SAID = {
    "name": "name",
    "bank": "bank",
    "judge": "assigned by",
    "qrels": "qrels of",
    "topics": "topics",
}
LATEST = 200  # edits
NONE = {"qrels": "nobody", "topics": "all"}


class Difference(NamedTuple):
    """One part of a condition before and after an edit, in words."""

    part: str
    before: str
    after: str


class Told(NamedTuple):
    """An edit and its kind: created, changed, put away or restored."""

    edit: ConditionEdit
    did: str
    changes: list[Difference]


def conditions_of(track: Track) -> QuerySet[Condition]:
    """Return a track's conditions with their parts, by name."""
    rows = Condition.objects.filter(track=track).prefetch_related("topics")
    return rows.select_related("track", "bank", "assignment_judge", "qrels_judge")


def trail_of(track: Track, condition: Condition | None = None) -> list[Told]:
    """Return the latest edits of a track's conditions, or of one."""
    edits = ConditionEdit.objects.filter(track=track).select_related("by")
    if condition is not None:
        edits = edits.filter(condition=condition.uuid)
    before = ConditionEdit.objects.filter(
        condition=OuterRef("condition"), pk__lt=OuterRef("pk")
    )
    rows = edits.annotate(again=Exists(before))[:LATEST]
    return [Told(edit, _did(edit, again=edit.again), _changes(edit)) for edit in rows]


def _did(edit: ConditionEdit, *, again: bool) -> str:
    if not edit.before:
        return "restored" if again else "made"
    return "changed" if edit.after else "put away"


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
