"""Acts on chosen rows of a table."""

from __future__ import annotations

from collections import Counter
from uuid import UUID

from django.contrib import messages
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, QueryDict

from config.tables.definitions import BulkAct, Table, TableRow
from config.tables.table_view import ShownTable

MOST = 200  # rows at once
REASONS = 10  # named; the rest is counted


class TooManyRows(Exception):
    """More rows are chosen than can be changed in one request."""


def chosen_rows(part: ShownTable, form: QueryDict) -> list[TableRow]:
    """Return the rows that a form names, or all that its address asks for.

    Rows that are no longer in the table are left out. Raise TooManyRows.
    """
    found = part.found
    if "every" not in form:
        keys = set(form.getlist("row"))
        if isinstance(found, QuerySet):
            named = list(filter(None, map(_uuid, keys)))
            found = found.filter(**{f"{part.table.keyed}__in": named})
        else:
            found = [row for row in found if part.table.key(row) in keys]
    rows = list(found[: MOST + 1])
    if len(rows) > MOST:
        raise TooManyRows(
            f"At most {MOST} {part.table.several} can be changed at once. Choose fewer."
        )
    return rows


def _uuid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None


def do_to_rows(
    request: HttpRequest, table: Table, act: BulkAct, rows: list[TableRow]
) -> None:
    """Do something to rows, at once; tell for how many, and why not for the others."""
    with transaction.atomic():
        reasons = Counter(map(act.does, rows))
    done = reasons.pop("", 0)
    if done:
        verb = "is" if done == 1 else "are"
        messages.success(request, f"{table.counted(done)} {verb} {act.done}")
    for reason, number in reasons.most_common(REASONS):
        messages.warning(request, f"Not done for {table.counted(number)}: {reason}")
    if len(reasons) > REASONS:
        messages.warning(request, f"And {len(reasons) - REASONS} more reasons.")
