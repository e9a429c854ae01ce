"""A table's rows as lines of JSON, and the line number of each row."""

from __future__ import annotations

import json
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from uuid import uuid4

from django.db import DEFAULT_DB_ALIAS, connection, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

from assess.exchange.archive.format.codecs import BadValue
from assess.exchange.archive.format.columns import name_of_column
from assess.exchange.archive.format.tables import Table
from runs.models import Track

READ_AT_ONCE = 5000  # rows
ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), sort_keys=True)


class NotArchived(LookupError):
    """A row refers to another that is not in the archive."""


class LineNumbers:
    """The line numbers of rows: eight bytes per row."""

    def __init__(self) -> None:
        self._pks: dict[str, array[int]] = {}

    def note(self, table: str, pks: Iterable[int]) -> int:
        """Record a table's row numbers, which must ascend; return their count."""
        self._pks[table] = array("q", pks)
        return len(self._pks[table])

    def number(self, table: str, pk: int) -> int:
        """Return the line number of a row; raise NotArchived."""
        pks = self._pks[table]
        at = bisect_left(pks, pk)
        if at == len(pks) or pks[at] != pk:
            raise NotArchived(f"a row of {table} is still being imported")
        return at + 1


class LineRows:
    """The row that was created for each line."""

    def __init__(self) -> None:
        self._pks: dict[str, array[int]] = {}

    def begin(self, table: str) -> array[int]:
        """Return the list to which a table's row numbers are appended, line by line."""
        return self._pks.setdefault(table, array("q"))

    def pk(self, table: str, number: int) -> int:
        """Return the row of a line; raise BadValue if there is none so far."""
        pks = self._pks.get(table, ())
        if number > len(pks):
            raise BadValue(f"an earlier row of {table}: there are {len(pks)}")
        return pks[number - 1]


class Counted:
    """The number of lines of each table so far, enough for a check."""

    def __init__(self) -> None:
        self.rows: dict[str, int] = {}

    def pk(self, table: str, number: int) -> int:
        """Return the number; raise BadValue if there is no such line so far."""
        if number > self.rows.get(table, 0):
            so_far = self.rows.get(table, 0)
            raise BadValue(f"an earlier row of {table}: there are {so_far}")
        return number


def rows_of(
    table: Table,
    track: Track,
    numbers: Any,  # noqa: ANN401 - Numbers, or who else knows lines
    *,
    using: str = DEFAULT_DB_ALIAS,
) -> Iterator[dict[str, Any]]:
    """Yield a table's rows in the form of an archive."""
    names = [name_of_column(column) for column in table.fields]
    asked = [column.attname for column in table.fields]
    writers = [
        (name, codec.write)
        for name, codec in table.columns.items()
        if codec.write is not None
    ]
    found = table.of(track, using).values_list(*asked)
    for values in found.iterator(READ_AT_ONCE):
        row = dict(zip(names, values, strict=True))
        for name, write in writers:
            row[name] = write(row[name], row, numbers)
        yield row


def line_of(row: Mapping[str, Any]) -> bytes:
    """Return a row as a line, independent of the order in which keys are stored."""
    return ENCODER.encode(row).encode() + b"\n"


@contextmanager
def one_moment() -> Iterator[str]:
    """Yield the name of a database connection that reads one consistent snapshot.

    Others can write meanwhile: on SQLite, a read transaction blocks nobody. Within a
    transaction, it is that transaction's own connection.
    """
    if connection.in_atomic_block:
        yield DEFAULT_DB_ALIAS
        return
    name = f"moment-{uuid4().hex}"
    connections[name] = _reader(name)
    try:
        with transaction.atomic(using=name):
            yield name
    finally:
        connections[name].close()
        del connections[name]


def _reader(name: str) -> BaseDatabaseWrapper:
    """Return a separate, read-only connection."""
    from psycopg import IsolationLevel  # noqa: PLC0415 - for PostgreSQL only

    at_once: dict[str, object] = {"isolation_level": IsolationLevel.REPEATABLE_READ}
    if connection.vendor == "sqlite":
        at_once = {"transaction_mode": "DEFERRED"}
    reader = connection.copy(name)
    reader.settings_dict["OPTIONS"] |= at_once
    return reader
