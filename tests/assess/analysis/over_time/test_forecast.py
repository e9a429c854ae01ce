"""The overview's part on how far the labels are, and its due date."""

from __future__ import annotations

from datetime import date, datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from assess.analysis.over_time.forecast import Forecast, forecast_of
from assess.analysis.over_time.history import DAY, Span
from runs.models import Track
from tests.make import make_track
from tests.page import texts

TODAY = date(2025, 11, 10)  # a Monday
LAST_WEEK = [
    Span(datetime(2025, 11, 3 + place), DAY, {"relevance": 10})  # noqa: DTZ001 - a clock
    for place in range(5)
]


@pytest.fixture
def track(ada: User, omar: User) -> Track:
    return make_track(organizer=omar, assessors=[ada])


def forecast(left: dict[str, int], due: date | None = None) -> Forecast:
    return forecast_of(LAST_WEEK, left, today=TODAY, due=due)


def test_each_kind_has_its_own_end() -> None:
    found = forecast({"relevance": 20, "support": 5})
    kinds = [(each.title, each.given, each.asked, each.end) for each in found.kinds]
    assert kinds == [
        ("Relevance", 50, 70, "12 Nov 2025"),
        ("Support", 0, 5, ""),
    ]
    said = "At 10 labels a working day, the last is given on 13 Nov 2025."
    assert found.says == said
    assert not found.is_late


@pytest.mark.parametrize(
    ("left", "days", "says", "is_late"),
    [
        (20, 4, "Due 14 Nov 2025: 2 working days to spare.", False),
        (20, 1, "Due 11 Nov 2025: 1 working day late; 20 labels a working day ", True),
        (20, 0, "Due 10 Nov 2025: no working day is left.", True),
        (0, 0, "Due 10 Nov 2025.", False),
    ],
)
def test_it_says_how_a_due_date_is_met(
    left: int, days: int, says: str, is_late: bool
) -> None:
    found = forecast({"relevance": left}, TODAY + timedelta(days=days))
    assert found.due.startswith(says)
    assert found.is_late is is_late


def test_without_a_pace_it_says_why_and_what_would_meet_the_date() -> None:
    found = forecast_of([], {"support": 9}, today=TODAY, due=TODAY + timedelta(days=4))
    assert found.says == "Last label: –, because no label is given yet."
    assert found.due == "Due 14 Nov 2025: 2.2 labels a working day would meet it."


def test_an_organizer_sets_a_due_date_and_removes_it(
    track: Track, omar_client: Client
) -> None:
    address = reverse("runs:track_due", args=[track.uuid])
    for sent, due in (("2031-02-03", date(2031, 2, 3)), ("", None)):
        assert omar_client.post(address, {"due_on": sent}).status_code == 302
        track.refresh_from_db()
        assert track.due_on == due
    assert omar_client.post(address, {"due_on": "soon"}).status_code == 422


def test_the_part_says_the_due_date(track: Track, omar_client: Client) -> None:
    Track.objects.update(due_on=date(2031, 2, 3))
    page = omar_client.get(reverse("assess:forecast", args=[track.uuid]))
    assert "Due 3 Feb 2031." in " ".join(texts(page, "#forecast p"))


@pytest.mark.parametrize("name", ["assess:forecast", "runs:track_due"])
def test_it_is_for_organizers(track: Track, ada_client: Client, name: str) -> None:
    assert ada_client.get(reverse(name, args=[track.uuid])).status_code == 404
