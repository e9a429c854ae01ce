"""When the last label is given, at the pace of the last working days."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assess.analysis.kernel.end_dates import (
    NO_PACE,
    NOTHING_GIVEN,
    TOO_EARLY,
    TOO_FAR,
    Ending,
    Margin,
    ending_of,
    margin_of,
)

MONDAY = date(2025, 11, 10)
FRIDAY = MONDAY + timedelta(days=4)


def day(number: int) -> date:
    """Return a day of the week before MONDAY, 0 for its own Monday."""
    return MONDAY + timedelta(days=number - 7)


@pytest.mark.parametrize(
    ("labels", "left", "today", "ending"),
    [
        ({}, 0, MONDAY, Ending(MONDAY, None)),
        ({}, 10, MONDAY, Ending(None, None, NOTHING_GIVEN)),
        ({MONDAY: 5}, 10, MONDAY, Ending(None, None, TOO_EARLY)),
        # Since Saturday no working day has passed.
        ({day(5): 5}, 10, MONDAY, Ending(None, None, TOO_EARLY)),
        ({day(-7): 5}, 10, MONDAY, Ending(None, None, NO_PACE)),
        # What is taken back makes no pace.
        ({day(-7): 5, day(1): -2}, 10, MONDAY, Ending(None, None, NO_PACE)),
        # 50 labels on five working days; the weekend's count, today's do not.
        ({day(0): 30, day(6): 20, MONDAY: 9}, 20, MONDAY, Ending(day(9), 10.0)),
        # Two working days since the first label; Monday and Tuesday are next.
        ({day(3): 10, day(4): 10}, 20, MONDAY - timedelta(2), Ending(day(8), 10.0)),
        # The labels of six working days ago are no part of the pace.
        ({day(-3): 99, day(0): 5}, 1, MONDAY, Ending(day(8), 1.0)),
        ({day(0): 1}, 2, FRIDAY, Ending(None, None, NO_PACE)),
        ({day(0): 5}, 9_999, MONDAY, Ending(None, 1.0, TOO_FAR)),
    ],
)
def test_the_pace_is_that_of_five_working_days(
    labels: dict[date, int], left: int, today: date, ending: Ending
) -> None:
    assert ending_of(labels, left, today=today) == ending


@pytest.mark.parametrize(
    ("due", "end", "margin"),
    [
        (FRIDAY, FRIDAY, Margin(FRIDAY, 4, 0, 5.0)),
        (FRIDAY, day(8), Margin(FRIDAY, 4, 3, 5.0)),
        (FRIDAY, day(15), Margin(FRIDAY, 4, -2, 5.0)),
        (FRIDAY, None, Margin(FRIDAY, 4, None, 5.0)),
        (MONDAY, day(8), Margin(MONDAY, 0, -1, None)),
        (day(0), day(8), Margin(day(0), 0, -6, None)),
    ],
)
def test_a_due_date_is_met_or_not(due: date, end: date | None, margin: Margin) -> None:
    assert margin_of(due, Ending(end, 1.0), 20, today=MONDAY) == margin


@given(
    st.integers(1, 500),
    st.integers(1, 500),
    st.dates(date(2020, 1, 1), date(2030, 1, 1)),
)
def test_the_forecast_is_a_working_day_after_today(
    pace: int, left: int, today: date
) -> None:
    labels = {today - timedelta(days=ago): pace for ago in range(1, 8)}
    found = ending_of(labels, left, today=today)
    assert found.day is not None
    assert found.day > today
    assert found.day.weekday() < 5
    assert margin_of(found.day, found, left, today=today).spare == 0


def test_the_last_day_that_there_is_can_be_due() -> None:
    found = margin_of(date.max, Ending(None, None), 3, today=date(2026, 11, 27))
    assert found.days > 2_000_000
    assert found.needed


def test_no_working_day_is_left_on_the_due_friday_itself() -> None:
    friday = date(2026, 11, 27)
    assert margin_of(friday, Ending(None, None), 3, today=friday).days == 0
    monday = date(2026, 11, 30)
    assert margin_of(monday, Ending(None, None), 3, today=friday).days == 1
