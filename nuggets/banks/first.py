"""What pages of banks and labels begin with, where nobody chose."""

from __future__ import annotations

from collections.abc import Iterable

from assess.models import Judge
from nuggets.models import Bank, Condition
from runs.models import Track

# Panels and people before imports, models and baselines. Adjudications come last: they
# hold no more than what was in dispute.
_ORDER = (
    Judge.PANEL,
    Judge.PERSON,
    Judge.IMPORT,
    Judge.MODEL,
    Judge.BASELINE,
    Judge.ADJUDICATION,
)


def place_of(judge: Judge) -> int:
    """Return where a judge's labels stand among others that could be shown first."""
    return _ORDER.index(judge.kind)


def first_of(conditions: Iterable[Condition]) -> Condition | None:
    """Return the condition to begin with, None where there is none."""
    return min(
        conditions,
        key=lambda row: (place_of(row.assignment_judge), row.pk),
        default=None,
    )


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
