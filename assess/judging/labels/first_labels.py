"""Write the first labels of a judge that has none: an import's, in bulk.

The rows go straight into the tables, since Django's own insertion of as many objects
takes several times as long.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from django.db import connection, transaction

from assess.judging.kinds import Kind
from assess.judging.labels.batches import check_scale
from assess.judging.labels.writer import NewLabel
from assess.judging.models import Change, Judge

_LABEL = ("value", "details", "judge_id", "round", "repeat", "version")
# Of a change, what its label has in a column of the same meaning.
_CHANGE = {
    "label_id": "id",
    "judge_id": "judge_id",
    "actor_id": "actor_id",
    "version": "version",
    "after": "value",
    "details": "details",
    "at": "at",
}


def record_first_labels(
    kind: Kind, judge: Judge, rows: Sequence[NewLabel], *, now: datetime
) -> None:
    """Write labels and their changes; nobody else writes labels of this judge.

    If an item occurs several times, the last row counts. Raise NotOnTheScale before
    anything is written, except for a judge with a scale of its own.
    """
    check_scale(kind, judge, rows)
    names = (*kind.columns, *_LABEL, "profile_version", "at")
    with transaction.atomic(), connection.cursor() as cursor:
        last = _last_label(kind)
        cursor.executemany(_insert(kind, names), list(_values(judge, rows, now)))
        cursor.execute(_copy(kind), [kind.name, judge.pk, last])


def _last_label(kind: Kind) -> int:
    last = kind.model.objects.order_by("-pk").values_list("pk", flat=True).first()
    return last or 0


def _values(
    judge: Judge, rows: Sequence[NewLabel], now: datetime
) -> Iterator[tuple[Any, ...]]:
    at = connection.ops.adapt_datetimefield_value(now)
    profile = judge.track.profile.version
    for row in {row.item: row for row in rows}.values():
        details = json.dumps(row.details)
        yield (*row.item, row.value, details, judge.pk, 0, 0, 1, profile, at)


def _insert(kind: Kind, names: Sequence[str]) -> str:
    columns = ", ".join(map(_quoted, names))
    marks = ", ".join(["%s"] * len(names))
    table = _quoted(_table(kind.model))
    return f"INSERT INTO {table} ({columns}) VALUES ({marks})"  # noqa: S608 - own names


def _copy(kind: Kind) -> str:
    into = ", ".join(map(_quoted, ("kind", "before", *_CHANGE)))
    taken = ", ".join(map(_quoted, _CHANGE.values()))
    return (
        f"INSERT INTO {_quoted(_table(Change))} ({into}) SELECT %s, '', {taken} "  # noqa: S608 - own names
        f"FROM {_quoted(_table(kind.model))} WHERE judge_id = %s AND id > %s"
    )


def _table(model: Any) -> str:  # noqa: ANN401 - a model's class
    return str(model._meta.db_table)  # noqa: SLF001


def _quoted(name: str) -> str:
    return connection.ops.quote_name(name)
