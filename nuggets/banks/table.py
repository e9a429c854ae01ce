"""The table of a track's nugget banks."""

from __future__ import annotations

from accounts.models import User
from config.tables.definitions import Column, Table, count_column, filter_by
from nuggets.models import Bank
from runs.models import Track
from runs.put_away.bulk import put_away_act


def banks_table(track: Track, *, by: User) -> Table:
    """Return the table of a track's banks."""
    return Table(
        "banks",
        "bank",
        "banks",
        "nuggets/banks/_bank_row.html",
        (
            Column("name", "Bank", "name"),
            Column("origin", "Origin", "origin"),
            Column("by", "Made by", "drafted_by__name"),
            Column("from", "Relevance from", "qrels_judge__name"),
            count_column("topics", "Topics", "topics"),
            count_column("open", "Being edited", "open_topics"),
        ),
        searched=("name", "drafted_by__name"),
        filters=(filter_by("origin", "Origin", Bank.ORIGINS),),
        acts=(put_away_act("bank", track, by=by),),
        named=lambda bank: f"bank {bank.name}",
    )
