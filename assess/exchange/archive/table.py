"""The tables of archives that were made, and of those that were imported."""

from __future__ import annotations

from dataclasses import replace

from config.tables.definitions import Column, Table, filter_by
from jobs.models import JobState

ARCHIVES = Table(
    "archives",
    "archive",
    "archives",
    "assess/exchange/archive/_archive_card.html",
    (
        Column("latest", "latest first", "created", most_first=True),
        Column("oldest", "oldest first", "created"),
    ),
    searched=("owner__username", "owner__first_name", "owner__last_name"),
    filters=(filter_by("state", "State", JobState.choices),),
    a_page=20,
    is_cards=True,
)
ARRIVALS = replace(
    ARCHIVES,
    name="arrivals",
    one="import",
    several="imports",
    row="jobs/_job_card.html",
    searched=("title", "error"),
)
