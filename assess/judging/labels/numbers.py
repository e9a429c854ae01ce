"""Whole numbers of many rows, read several times faster than row by row.

The database joins the numbers of a group into one text.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Aggregate, Count, QuerySet, TextField
from django.db.models.expressions import Combinable
from django.db.models.sql.compiler import SQLCompiler
from numpy.typing import NDArray

Ints = NDArray[np.int64]


class Joined(Aggregate):
    """Join the whole numbers of a group's rows into one text, row after row."""

    function = "GROUP_CONCAT"
    template = "%(function)s(%(expressions)s, ' ')"
    arg_joiner = " || ' ' || "
    output_field = TextField()

    def as_postgresql(
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, **_context: object
    ) -> tuple[str, Any]:
        """Return the SQL for PostgreSQL."""
        return self.as_sql(
            compiler,
            connection,
            function="STRING_AGG",
            template="%(function)s((%(expressions)s)::text, ' ')",
        )


def read_numbers(
    rows: QuerySet[Any], by: Sequence[str], numbers: Sequence[Combinable | str]
) -> Ints:
    """Return rows of whole numbers, (rows, len(by) + len(numbers)), in no order.

    `by` are columns whose values many rows share, at least one.
    """
    found = rows.order_by().values_list(*by)
    groups = list(found.annotate(size=Count("*"), joined=Joined(*numbers)))
    text = " ".join(group[-1] for group in groups)
    own = np.fromstring(text, dtype=np.int64, sep=" ").reshape(-1, len(numbers))
    shared = np.array([group[:-1] for group in groups], dtype=np.int64)
    shared = shared.reshape(-1, len(by) + 1)
    return np.hstack([np.repeat(shared[:, :-1], shared[:, -1], axis=0), own])
