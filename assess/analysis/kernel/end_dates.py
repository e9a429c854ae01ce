"""The day on which labels are complete, at the pace of the last working days.

Working days are Monday to Friday. What is given on a weekend counts too, for the
working days around it.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from math import ceil
from typing import NamedTuple

import numpy as np

PACE_OVER = 5  # working days
FARTHEST = 2_600  # working days, ten years; a later end is no forecast
NOTHING_GIVEN = "no label is given yet"
TOO_EARLY = "no working day has passed since the first label"
NO_PACE = f"no label was given on the last {PACE_OVER} working days"
TOO_FAR = "more than ten years away at the present pace"
ONE_DAY = timedelta(days=1)


class Ending(NamedTuple):
    """When the last label is given; reason: why that is not known.

    a_day: labels a working day, None if there is no pace. day: today if none is left.
    """

    day: date | None
    a_day: float | None
    reason: str = ""


class Margin(NamedTuple):
    """A due date; days: the working days that are left until then, without today.

    spare: the working days between the forecast and the due date, negative if the
    forecast is later, None without a forecast. needed: the labels a working day that
    meet it, None if no day is left.
    """

    due: date
    days: int
    spare: int | None
    needed: float | None


def ending_of(given: Mapping[date, int], left: int, *, today: date) -> Ending:
    """Return when the labels that are left are given, from tomorrow on.

    given: labels of each day, minus those taken back. The pace is that of the last five
    working days before today, or of those since the first label if there are fewer.
    """
    a_day, reason = _pace(given, today)
    if not left:
        return Ending(today, a_day)
    if not a_day:
        return Ending(None, None, reason)
    days = ceil(left / a_day)
    if days > FARTHEST:
        return Ending(None, a_day, TOO_FAR)
    return Ending(_working_day(today, days, roll="backward"), a_day)


def margin_of(due: date, ending: Ending, left: int, *, today: date) -> Margin:
    """Return how a forecast compares with a due date."""
    days = 0
    if due > today:  # the due date alone: nothing is after the last day of all
        days = _working_days(today + ONE_DAY, due) + int(np.is_busday(due))
    spare = _working_days(ending.day, due) if ending.day else None
    return Margin(due, days, spare, left / days if days else None)


def _pace(given: Mapping[date, int], today: date) -> tuple[float | None, str]:
    """Return the labels a working day, None with the reason."""
    if not given:
        return None, NOTHING_GIVEN
    since = max(_working_day(today, -PACE_OVER, roll="forward"), min(given))
    days = _working_days(since, today)
    if days <= 0:
        return None, TOO_EARLY
    labels = sum(number for day, number in given.items() if since <= day < today)
    return (labels / days, "") if labels > 0 else (None, NO_PACE)


def _working_days(first: date, end: date) -> int:
    """Return the working days from `first` until before `end`; negative backwards."""
    return int(np.busday_count(first, end))


def _working_day(day: date, offset: int, *, roll: str) -> date:
    found: date = np.busday_offset(day, offset, roll=roll).astype(object)  # type: ignore[call-overload]
    return found
