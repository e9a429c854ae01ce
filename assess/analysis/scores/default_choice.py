"""Choose what a track's pages of scores begin with."""

from __future__ import annotations

from datetime import datetime

from accounts.models import User
from assess.analysis.models import DefaultCondition
from assess.judging.kernel.shortening import shortened
from runs.models import Track

LONGEST = 500  # characters of a condition in words


def choose_default(
    track: Track,
    family: str,
    query: str,
    *,
    audience: str = DefaultCondition.EVERYBODY,
    says: str = "",
    by: User | None,
    now: datetime,
) -> DefaultCondition:
    """Add a choice to the trail, from then on what pages begin with; "" takes it back.

    The query is one that the family's form can follow. What holds already is not added
    again.
    """
    whose = {"track": track, "family": family, "audience": audience}
    latest = DefaultCondition.objects.filter(**whose).first()
    if latest and latest.query == query:
        return latest
    return DefaultCondition.objects.create(
        **whose, query=query, says=shortened(says, LONGEST), by=by, at=now
    )
