"""Entailment of gold nuggets by responses' nuggets, in the registry of kinds."""

from __future__ import annotations

from assess.judging.kinds import Grade, Kind, register
from matching.models import EntailLabel
from matching.track import has_matching
from nuggets.assignment.kind import of_banks_away
from runs.models import Track

YES, NO = "yes", "no"
GRADES = (Grade(NO, "No", "2", "empty"), Grade(YES, "Yes", "1", "full"))
LEAST = 5.0  # percent; below it, a no is not stored


def scale(_track: Track) -> tuple[Grade, ...]:
    """Return the two values, the same in every track."""
    return GRADES


ENTAIL = register(
    Kind(
        name="entail",
        turn=60,
        title="Entailment",
        model=EntailLabel,
        item=("response_nugget", "nugget"),
        topic="response_nugget__response__topic",
        scale=scale,
        responses=("response_nugget__response",),
        also_away=of_banks_away,
        told_by=(
            "response_nugget__response__topic__name",
            "response_nugget__response__run__name",
            "response_nugget__text",
            "nugget__text",
        ),
        fits=has_matching,
    )
)
