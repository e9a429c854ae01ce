"""Set the default condition of a track's pages of scores."""

from __future__ import annotations

from datetime import datetime

from accounts.models import User
from assess.analysis.models import DefaultCondition
from assess.judging.kernel.truncation import shortened
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
    """Add a choice, which is the default from then on; "" removes the default.

    The query must be valid for the family's form. A choice equal to the current default
    is not added again.
    """
    whose = {"track": track, "family": family, "audience": audience}
    latest = DefaultCondition.objects.filter(**whose).first()
    if latest and latest.query == query:
        return latest
    return DefaultCondition.objects.create(
        **whose, query=query, says=shortened(says, LONGEST), by=by, at=now
    )
