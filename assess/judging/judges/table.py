"""The table of a track's judges."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from accounts.models import User
from assess.judging.judges.listing import JudgeRow
from assess.judging.kinds import kinds_of
from assess.judging.models import Judge
from config.tables.definitions import BulkAct, Column, Table, count_column, filter_of
from runs.models import Track
from runs.put_away.bulk import put_away_act


def judges_table(track: Track, *, by: User) -> Table:
    """Return the table of a track's judges: a column for each kind of label."""
    labels = [
        count_column(kind.name, kind.title, _labels(n))
        for n, kind in enumerate(kinds_of(track))
    ]
    return Table(
        "judges",
        "judge",
        "judges",
        "assess/judging/judges/_judge_row.html",
        (
            Column("name", "Judge", lambda row: row.judge.name),
            Column("is", "Kind", lambda row: row.judge.kind),
            Column("what", "What it is", lambda row: row.what),
            *labels,
        ),
        searched=lambda row: f"{row.judge.name} {row.what}",
        filters=(filter_of("is", "Kind", lambda row: row.judge.kind, Judge.KINDS),),
        acts=(_put_away(track, by=by),),
        caption="Labels given, by kind. A panel has none of its own: its labels follow "
        "from its members’.",
        keyed="judge__uuid",
        named=lambda row: str(row.judge),
    )


def _labels(place: int) -> Callable[[JudgeRow], int | None]:
    """Return how to read one kind's count; a panel has none."""
    return lambda row: None if row.judge.kind == Judge.PANEL else row.labels[place]


def _put_away(track: Track, *, by: User) -> BulkAct:
    act = put_away_act("judge", track, by=by)
    return replace(
        act,
        does=lambda row: act.does(row.judge),
        hangs=lambda rows: act.hangs([row.judge for row in rows]),
    )
