"""Queries that are compiled once and executed with different values.

Django builds the SQL of a query each time, which for a wide query takes longer
than its execution. The queries of each label and each page are built once per process.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from typing import Any, Generic, TypeVar

from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import (
    Aggregate,
    Expression,
    Field,
    JSONField,
    Model,
    QuerySet,
)
from django.db.models.sql.compiler import SQLCompiler

Row = TypeVar("Row", bound=Model)


class Given(Expression):
    """A parameter of a statement, by its name."""

    def __init__(self, name: str, field: Field[Any, Any]) -> None:
        super().__init__(output_field=field)
        self.name = name

    def as_sql(self, *_compiler: object) -> tuple[str, list[Any]]:
        """Return a placeholder, with itself as the parameter."""
        return "%s", [self]


class JSONList(Aggregate):
    """The values of all rows as one JSON list, in no order."""

    function = "JSON_GROUP_ARRAY"
    output_field = JSONField()

    def as_postgresql(
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper
    ) -> tuple[str, Any]:
        """Return the call under PostgreSQL's name of the function."""
        return self.as_sql(compiler, connection, function="JSONB_AGG")


class Statement(Generic[Row]):
    """A query of rows that is built once; `Given` marks its parameters."""

    def __init__(self, build: Callable[[], QuerySet[Row]]) -> None:
        self._build = build
        self._built: dict[str, tuple[QuerySet[Row], SQLCompiler, str, list[Any]]] = {}

    def first(self, **values: object) -> Row | None:
        """Return the first row for some values, None if there is none."""
        return next(iter(self.rows(**values)), None)

    def rows(self, **values: object) -> list[Row]:
        """Return the rows for some values; the query runs now."""
        query, compiler, sql, params = self._parts()
        connection = connections[query.db]
        given = [
            each.output_field.get_db_prep_value(values[each.name], connection)
            if isinstance(each, Given)
            else each
            for each in params
        ]
        bound = copy(compiler)
        bound.connection = connection
        bound.as_sql = lambda **_asked: (sql, given)  # type: ignore[method-assign]
        asked = query.all()
        asked.query.get_compiler = lambda *_how, **_more: bound  # type: ignore[method-assign]
        return list(asked)

    def _parts(self) -> tuple[QuerySet[Row], SQLCompiler, str, list[Any]]:
        vendor = connections["default"].vendor
        if vendor not in self._built:
            query = self._build()
            compiler = query.query.get_compiler(using=query.db)
            sql, params = compiler.as_sql()
            self._built[vendor] = (query, compiler, sql, list(params))
        return self._built[vendor]
