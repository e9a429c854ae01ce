"""Several parts of a page read what they need in one statement.

A reading is a generator: it yields the queries that it needs next, gets the rows of
each, and returns what it makes of them. `read` runs one reading. `together` makes one
reading of several that ask in step: one statement a step answers all of them.

    def finished_share(works: Works) -> Reading[float]:
        finished, every = yield [works.finished(), works.all()]
        return len(finished) / len(every)
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Sequence
from copy import copy
from datetime import date, datetime
from itertools import islice
from typing import Any, NamedTuple, TypeVar
from uuid import UUID

from django.core.exceptions import EmptyResultSet
from django.db import connections
from django.db.models import (
    BinaryField,
    DateField,
    DateTimeField,
    DecimalField,
    DurationField,
    Field,
    FloatField,
    JSONField,
    QuerySet,
    TimeField,
    UUIDField,
)
from django.db.models.sql.compiler import SQLCompiler

T = TypeVar("T")
# Types that JSON cannot represent, or that this module does not read back.
INEXACT = (BinaryField, DecimalField, DurationField, FloatField, TimeField)
Queries = Sequence[QuerySet[Any, Any]]
Reading = Generator[Queries, list[list[Any]], T]

# By database: what makes one JSON list of a row's columns, and one of all rows.
LISTS = {
    "postgresql": ("JSON_BUILD_ARRAY", "JSON_AGG"),
    "sqlite": ("JSON_ARRAY", "JSON_GROUP_ARRAY"),
}
# What PostgreSQL's driver makes of these columns; SQLite has texts.
TYPES: dict[type[Field[Any, Any]], Callable[[str], Any]] = {
    UUIDField: UUID,
    DateTimeField: datetime.fromisoformat,
    DateField: date.fromisoformat,
}


def read(reading: Reading[T]) -> T:
    """Return what a reading makes of its rows; each of its steps is one statement."""
    try:
        queries = next(reading)
        while True:
            queries = reading.send(rows_of(queries))
    except StopIteration as end:
        found: T = end.value
        return found


def together(*readings: Reading[Any]) -> Reading[list[Any]]:
    """Return what each of some readings makes of its rows; they ask in step."""
    made: dict[int, Any] = {}
    answers: dict[int, Any] = dict.fromkeys(range(len(readings)))
    while answers:
        asked: dict[int, Queries] = {}
        for place, rows in answers.items():
            try:
                asked[place] = readings[place].send(rows)
            except StopIteration as end:
                made[place] = end.value
        every = [query for own in asked.values() for query in own]
        found = iter((yield every) if every else ())
        answers = {place: list(islice(found, len(own))) for place, own in asked.items()}
    return [made[place] for place in range(len(readings))]


def ask(*queries: QuerySet[Any, Any]) -> Reading[list[list[Any]]]:
    """Return the rows of each of some queries."""
    found = yield queries
    return found


def rows_of(queries: Queries) -> list[list[Any]]:
    """Return the rows of each query, all read by one statement.

    Raise TypeError for a column of a type that JSON does not represent exactly.
    """
    parts = {}
    for place, query in enumerate(queries):
        try:
            parts[place] = _part_of(query)
        except EmptyResultSet:
            continue  # no row can match
    if len(parts) < 2:
        return [list(queries[n]) if n in parts else [] for n in range(len(queries))]
    sql = ", ".join(f"({part.sql})" for part in parts.values())
    params = [param for part in parts.values() for param in part.params]
    with connections[queries[0].db].cursor() as cursor:
        cursor.execute(f"SELECT {sql}", params)
        texts = dict(zip(parts, cursor.fetchone(), strict=True))
    return [
        _rows(queries[n], parts[n].compiler, json.loads(texts[n])) if n in parts else []
        for n in range(len(queries))
    ]


class _Part(NamedTuple):
    """A query's compiler, and SQL that returns all of its rows as one JSON list."""

    compiler: SQLCompiler
    sql: str
    params: Sequence[Any]


def _part_of(query: QuerySet[Any, Any]) -> _Part:
    connection = connections[query.db]
    compiler = query.query.get_compiler(using=query.db)
    sql, params = compiler.as_sql(with_col_aliases=True)
    row, every = LISTS[connection.vendor]
    columns = ", ".join(
        _column(connection.ops.quote_name(alias or ""), expression.output_field)
        for expression, _sql, alias in compiler.select
    )
    rows = f"CAST(COALESCE({every}({row}({columns})), '[]') AS TEXT)"
    return _Part(compiler, f"SELECT {rows} FROM ({sql}) every_row", params)  # noqa: S608 - no text from outside


def _column(name: str, field: Field[Any, Any]) -> str:
    if isinstance(field, INEXACT):
        raise TypeError(f"{name} has a type that JSON does not represent exactly")
    return f"CAST({name} AS TEXT)" if isinstance(field, JSONField) else name


def _rows(
    query: QuerySet[Any, Any], compiler: SQLCompiler, values: list[list[Any]]
) -> list[Any]:
    """Return a query's rows, as Django makes them of the database's values."""
    if compiler.connection.vendor == "postgresql":
        for place, (expression, *_rest) in enumerate(compiler.select):
            way = TYPES.get(type(expression.output_field))
            for row in values:
                if way and row[place] is not None:
                    row[place] = way(row[place])
    bound = copy(compiler)
    bound.execute_sql = lambda *_how, **_more: [values]  # type: ignore[method-assign,assignment]
    asked = query.all()
    asked.query.get_compiler = lambda *_how, **_more: bound  # type: ignore[method-assign]
    return list(asked)
