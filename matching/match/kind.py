"""Matches of gold nuggets by responses, in the registry of kinds."""

from __future__ import annotations

from django.db.models import Q

from assess.judging.kinds import Grade, Kind, register
from matching.models import MatchLabel
from matching.track import has_matching
from nuggets.assignment.kind import of_banks_away, topics_of_nuggets
from runs.models import Track

YES, NO = "yes", "no"
GRADES = (Grade(NO, "No", "2", "empty"), Grade(YES, "Yes", "1", "full"))


def scale(_track: Track) -> tuple[Grade, ...]:
    """Return the two values, the same in every track."""
    return GRADES


def not_counted(track: Track) -> Q:
    """Return the filter of labels of voided batches, and on what is put away."""
    return Q(voided=True) | of_banks_away(track)


MATCH = register(
    Kind(
        name="match",
        turn=50,
        title="Matches",
        model=MatchLabel,
        item=("nugget", "response"),
        topic="response__topic",
        scale=scale,
        responses=("response",),
        topics_of_first=topics_of_nuggets,
        also_away=not_counted,
        told_by=("response__topic__name", "response__run__name", "nugget__text"),
        fits=has_matching,
    )
)
