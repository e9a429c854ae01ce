"""What pages of banks and labels begin with, where nobody chose."""

from __future__ import annotations

from collections.abc import Iterable

from assess.models import Judge
from assess.reading.order import places_of
from nuggets.models import Bank, Condition
from runs.models import Track


def in_order(conditions: Iterable[Condition]) -> list[Condition]:
    """Return conditions as their judges come, the oldest of a place first."""
    rows = list(conditions)
    places = places_of(row.assignment_judge for row in rows)
    return sorted(rows, key=lambda row: (places[row.assignment_judge_id], row.pk))


def first_of(conditions: Iterable[Condition]) -> Condition | None:
    """Return the condition to begin with, None where there is none."""
    return next(iter(in_order(conditions)), None)


def first_condition(track: Track) -> Condition | None:
    """Return the condition that pages of a track begin with, with bank and judge."""
    rows = Condition.objects.filter(track=track)
    return first_of(rows.select_related("bank", "assignment_judge"))


def first_bank(track: Track) -> Bank | None:
    """Return the bank of the condition that comes first."""
    condition = first_condition(track)
    return condition.bank if condition else None


def first_judge(track: Track) -> Judge | None:
    """Return the assignment judge of the condition that comes first."""
    condition = first_condition(track)
    return condition.assignment_judge if condition else None
