"""The table of a track's question banks."""

from __future__ import annotations

from django.db.models import Q

from accounts.models import User
from config.tables.definitions import (
    Column,
    Filter,
    Option,
    Table,
    count_column,
    filter_by,
)
from exams.models import Question
from runs.models import Track
from runs.put_away.bulk import put_away_act

VIEWERS = Filter(
    "viewers",
    "Viewers",
    (
        Option("questions", "see the questions", Q(released_at__isnull=False)),
        Option("scores", "see scores only", Q(released_at=None)),
    ),
)


def question_banks_table(track: Track, *, by: User) -> Table:
    """Return the table of a track's question banks."""
    return Table(
        "banks",
        "question bank",
        "question banks",
        "exams/banks/_bank_row.html",
        (
            Column("name", "Bank", "name"),
            Column("origin", "Origin", "origin"),
            Column("by", "Made by", "drafted_by__name"),
            count_column("topics", "Topics", "topics"),
            Column("viewers", "Viewers", "released_at"),
        ),
        searched=("name", "drafted_by__name"),
        filters=(filter_by("origin", "Origin", Question.ORIGINS), VIEWERS),
        acts=(put_away_act("question_bank", track, by=by),),
        named=lambda bank: f"question bank {bank.name}",
    )
