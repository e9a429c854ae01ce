"""What a table has: columns, filters, what it is searched by, what its rows can do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any, NamedTuple

from django.db.models import Q

TableRow = Any  # a row of a model, or a plain value that stands for one
Rows = Any  # a QuerySet, or a sequence of plain values
Value = Callable[[TableRow], Any]


@dataclass(frozen=True)
class Column:
    """A column: its name in the address, its title.

    by: what it is sorted by, a field of the rows' QuerySet or, for plain rows, a
    function; without it the column is not sorted by. hint: what its numbers are.
    most_first: choosing it first shows the largest values.
    """

    name: str
    title: str
    by: str | Value | None = None
    hint: str = ""
    is_number: bool = False
    is_unseen: bool = False
    most_first: bool = False


def count_column(
    name: str, title: str, by: str | Value | None = None, *, hint: str = ""
) -> Column:
    """Return a column of numbers; its largest ones come first when it is chosen."""
    return Column(name, title, by, hint, is_number=True, most_first=True)


class Option(NamedTuple):
    """A choice of a filter: its value in the address, its title, the rows it keeps."""

    value: str
    title: str
    keeps: Q | Callable[[TableRow], bool]


@dataclass(frozen=True)
class Filter:
    """A choice among options, one of which the address names; without one, all."""

    name: str
    title: str
    options: tuple[Option, ...]


def filter_by(
    field: str, title: str, choices: Iterable[tuple[str, str]], *, name: str = ""
) -> Filter:
    """Return a filter by the values of a field of the rows' QuerySet."""
    options = (Option(value, str(each), Q((field, value))) for value, each in choices)
    return Filter(name or field, title, tuple(options))


def filter_of(
    name: str, title: str, value: Value, choices: Iterable[tuple[str, str]]
) -> Filter:
    """Return a filter of plain rows by a value of theirs."""

    def keeping(chosen: str) -> Callable[[TableRow], bool]:
        return lambda row: bool(value(row) == chosen)

    options = (Option(each, title, keeping(each)) for each, title in choices)
    return Filter(name, title, tuple(options))


@dataclass(frozen=True)
class BulkAct:
    """Something that can be done to chosen rows, all in one transaction.

    does: do it to one row; return why it was not done, or "". effect: what it changes
    and how to take it back. done: follows the number of rows, as in "12 topics are put
    away". hangs: what depends on the chosen rows, in sentences.
    """

    name: str
    title: str
    effect: str
    done: str
    does: Callable[[TableRow], str]
    hangs: Callable[[Sequence[TableRow]], Sequence[str]] = lambda _rows: ()
    is_danger: bool = False


@dataclass(frozen=True)
class Table:
    """A list of rows of one kind.

    row: the template of one row's cells, which finds it as `row`. searched: the fields
    that a search looks in or, for plain rows, a function that returns their text.
    keyed: the field whose UUID names a row in a form, with `__` between the fields on
    the way to it. named: the row for screen readers. details: what the template shows
    for the rows of one page, in their order, if not the rows. is_cards: its template
    draws a part of its own for each row, instead of cells. prefix: of its parameters in
    the address, for a second table on a page.
    """

    name: str
    one: str
    several: str
    row: str
    columns: tuple[Column, ...]
    searched: tuple[str, ...] | Callable[[TableRow], str] = ()
    filters: tuple[Filter, ...] = ()
    acts: tuple[BulkAct, ...] = ()
    a_page: int = 100
    caption: str = ""
    keyed: str = "uuid"
    named: Callable[[TableRow], str] = str
    details: Callable[[Sequence[TableRow]], Sequence[Any]] = list
    is_cards: bool = False
    prefix: str = ""

    def counted(self, number: int) -> str:
        """Return a number of its rows in words."""
        return f"{number:,} {self.one if number == 1 else self.several}"

    def key(self, row: TableRow) -> str:
        """Return what names a row in a form."""
        return str(reduce(getattr, self.keyed.split("__"), row))
