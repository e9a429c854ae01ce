"""Store many labels of entailment, and marks in place of the clear noes."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from django.db import connection

from assess.judging.models import Judge
from llm.models import Call
from matching.entail.kind import LEAST, NO, YES
from matching.models import EntailLabel, JudgedPairs

BATCH = 5_000  # rows that are built at once


class Entailed(NamedTuple):
    """One judged pair by row numbers; p in percent, None if unknown."""

    response_nugget: int
    nugget: int
    p: float | None
    is_yes: bool
    call: Call | None = None

    @property
    def is_stored(self) -> bool:
        """Return whether it has a row: a clear no has none."""
        return self.is_yes or self.p is None or self.p >= LEAST


def store_pairs(judge: Judge, pairs: Iterable[Entailed], *, now: datetime) -> int:
    """Store the labels of pairs that have none by this judge; return their number.

    They have no rows of changes: a file or a job adds or replaces all of them at once.
    Call it inside a transaction. Model instances would take three times as long.
    """
    at = connection.ops.adapt_datetimefield_value(now)
    same = (judge.pk, 0, 0, 1, judge.track.profile.version, at)
    rows = [
        (
            *same,
            each.response_nugget,
            each.nugget,
            YES if each.is_yes else NO,
            "{}" if each.p is None else f'{{"p": {each.p!r}}}',
            each.call.pk if each.call else None,
        )
        for each in pairs
        if each.is_stored
    ]
    with connection.cursor() as cursor:
        cursor.executemany(_insertion(), rows)
    return len(rows)


COLUMNS = (
    *("judge_id", "round", "repeat", "version", "profile_version", "at"),
    *("response_nugget_id", "nugget_id", "value", "details", "call_id"),
)


def _insertion() -> str:
    quote = connection.ops.quote_name
    names = ", ".join(map(quote, COLUMNS))
    places = ", ".join(["%s"] * len(COLUMNS))
    table = quote(EntailLabel._meta.db_table)  # noqa: SLF001 - no other way to it
    return f"INSERT INTO {table} ({names}) VALUES ({places})"  # noqa: S608 - our names


class Mark(NamedTuple):
    """A response and a list of gold nuggets whose pairs are all judged, by row numbers.

    extractor: whose response nuggets, None for everybody's.
    """

    response: int
    version: int
    extractor: int | None = None


def mark_judged(judge: Judge, marks: Iterable[Mark]) -> None:
    """Store marks, once each."""
    JudgedPairs.objects.bulk_create(
        (
            JudgedPairs(
                judge=judge,
                response_id=mark.response,
                version_id=mark.version,
                extractor_id=mark.extractor,
            )
            for mark in marks
        ),
        batch_size=BATCH,
        ignore_conflicts=True,
    )
