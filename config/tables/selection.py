"""The rows of a table that an address asks for, in its order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.db.models import F, Q, QuerySet
from django.http import QueryDict

from config.tables.definitions import (
    Column,
    Filter,
    Option,
    Rows,
    Table,
    TableRow,
    Value,
)

LONGEST_SEARCH = 100  # characters


class Asked(NamedTuple):
    """What an address asks of a table.

    words: of the search. chosen: the option of each filter that has one. sort: the
    column, if any, and whether its largest values come first.
    """

    words: str
    chosen: dict[str, Option]
    sort: Column | None
    is_descending: bool

    @property
    def is_narrowed(self) -> bool:
        """Return whether any rows may be left out."""
        return bool(self.words or self.chosen)

    @property
    def order(self) -> str:
        """Return the order as the address names it, "" for the usual one."""
        if self.sort is None:
            return ""
        return f"-{self.sort.name}" if self.is_descending else self.sort.name


def read_asked(table: Table, query: QueryDict) -> Asked:
    """Return what an address asks; what the table does not have is not asked."""
    words = query.get(f"{table.prefix}q", "").replace("\0", "")
    chosen = {
        each.name: option
        for each in table.filters
        if (option := _option(each, query.get(f"{table.prefix}{each.name}", "")))
    }
    order = query.get(f"{table.prefix}sort", "")
    sortable = {each.name: each for each in table.columns if each.by is not None}
    sort = sortable.get(order.removeprefix("-"))
    return Asked(
        " ".join(words.split())[:LONGEST_SEARCH], chosen, sort, order.startswith("-")
    )


def _option(found: Filter, value: str) -> Option | None:
    return next((each for each in found.options if each.value == value), None)


def select_rows(table: Table, rows: Rows, asked: Asked) -> Rows:
    """Return the rows that are asked for; those of undefined value come last."""
    if isinstance(rows, QuerySet):
        return _select_stored(table, rows, asked)
    return _select_plain(table, rows, asked)


def _select_stored(
    table: Table, rows: QuerySet[Any], asked: Asked
) -> QuerySet[Any, Any]:
    for word in asked.words.split():
        found = Q()
        for field in table.searched if isinstance(table.searched, tuple) else ():
            found |= Q((f"{field}__icontains", word))
        rows = rows.filter(found)
    for option in asked.chosen.values():
        rows = rows.filter(option.keeps)
    if asked.sort is None:
        return rows
    value = F(str(asked.sort.by))
    by = value.desc if asked.is_descending else value.asc
    return rows.order_by(by(nulls_last=True), "pk")


def _select_plain(
    table: Table, rows: Sequence[TableRow], asked: Asked
) -> Sequence[TableRow]:
    found = list(rows)
    if callable(table.searched):
        words = asked.words.lower().split()
        text = table.searched
        found = [
            row for row in found if all(word in text(row).lower() for word in words)
        ]
    for option in asked.chosen.values():
        keeps = option.keeps
        found = [row for row in found if callable(keeps) and keeps(row)]
    if asked.sort is None or not callable(asked.sort.by):
        return found
    value = asked.sort.by
    defined = [row for row in found if value(row) is not None]
    defined.sort(key=_folded(value), reverse=asked.is_descending)
    return defined + [row for row in found if value(row) is None]


def _folded(value: Value) -> Value:
    """Return a value that compares texts without regard to case."""

    def folded(row: TableRow) -> object:
        found = value(row)
        return found.casefold() if isinstance(found, str) else found

    return folded
