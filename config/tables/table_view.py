"""A table as its template shows it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, NamedTuple

from django.core.paginator import Page, Paginator
from django.http import QueryDict

from config.tables.definitions import Column, Rows, Table, TableRow
from config.tables.selection import read_asked, select_rows


class Line(NamedTuple):
    """A row on the page: its key in a form, its name for screen readers.

    row: what its template shows.
    """

    row: Any
    key: str
    name: str


class Head(NamedTuple):
    """A column's head: the address that sorts by it, its current direction, if any."""

    column: Column
    address: str
    direction: str

    @property
    def choice(self) -> str:
        """Return its value in a list of orders."""
        return f"-{self.column.name}" if self.column.most_first else self.column.name


class Choice(NamedTuple):
    """A filter as a field: its name in the address, its title, its options."""

    name: str
    title: str
    options: list[tuple[str, str, bool]]


class ShownTable:
    """The part of a table that an address asks for."""

    def __init__(self, table: Table, rows: Rows, query: QueryDict, path: str) -> None:
        self.table = table
        self.query = query
        self.path = path
        self.asked = read_asked(table, query)
        self.found = select_rows(table, rows, self.asked)

    @cached_property
    def page(self) -> Page[TableRow]:
        """Return the current page."""
        pages = Paginator(self.found, self.table.a_page)
        return pages.get_page(self.query.get(f"{self.table.prefix}page"))

    @property
    def id(self) -> str:
        """Return the id of the part that a request replaces."""
        return f"table-{self.table.name}"

    @property
    def is_bare(self) -> bool:
        """Return whether there is nothing to list, whatever is asked."""
        return not self.asked.is_narrowed and not self.page.paginator.count

    @property
    def counted(self) -> str:
        """Return how many rows there are, in words."""
        return self.table.counted(self.page.paginator.count)

    @property
    def lines(self) -> list[Line]:
        """Return the rows of the page."""
        rows = list(self.page)
        key, named = self.table.key, self.table.named
        return [
            Line(detail, key(row), named(row))
            for row, detail in zip(rows, self.table.details(rows), strict=True)
        ]

    @property
    def heads(self) -> list[Head]:
        """Return the columns' heads."""
        return [self._head(each) for each in self.table.columns]

    @property
    def orders(self) -> list[Head]:
        """Return the heads that sort."""
        return [each for each in self.heads if each.address]

    def _head(self, column: Column) -> Head:
        if column.by is None:
            return Head(column, "", "")
        is_current = self.asked.sort == column
        descends = self.asked.is_descending if is_current else not column.most_first
        order = column.name if descends else f"-{column.name}"
        direction = "descending" if self.asked.is_descending else "ascending"
        return Head(column, self._address(order), direction if is_current else "")

    @property
    def choices(self) -> list[Choice]:
        """Return its filters as fields; a filter without a choice is left out."""
        return [
            Choice(
                f"{self.table.prefix}{each.name}",
                each.title,
                [
                    (one.value, one.title, self.asked.chosen.get(each.name) == one)
                    for one in each.options
                ],
            )
            for each in self.table.filters
            if len(each.options) > 1 or each.name in self.asked.chosen
        ]

    @property
    def is_asked(self) -> bool:
        """Return whether it has a form: a search, filters or, of cards, an order."""
        return self.has_search or bool(self.choices) or self.table.is_cards

    @property
    def has_search(self) -> bool:
        """Return whether its rows have a text to be searched."""
        return bool(self.table.searched)

    @property
    def address(self) -> str:
        """Return the shortest address of what is shown, with its page."""
        return self._address(self.asked.order, page=self.page.number)

    @property
    def cleared(self) -> str:
        """Return the address without a search and filters."""
        return self._written([("sort", self.asked.order)])

    @property
    def others(self) -> list[tuple[str, str]]:
        """Return the address's parameters that are not this table's."""
        own = {"q", "sort", "page", *(each.name for each in self.table.filters)}
        names = {f"{self.table.prefix}{name}" for name in own}
        return [
            (name, value)
            for name, values in self.query.lists()
            for value in values
            if name not in names
        ]

    def page_address(self, number: int) -> str:
        """Return the address of another page."""
        return self._address(self.asked.order, page=number)

    @property
    def before(self) -> str:
        """Return the address of the page before, "" on the first."""
        page = self.page
        number = page.previous_page_number() if page.has_previous() else 0
        return self.page_address(number) if number else ""

    @property
    def after(self) -> str:
        """Return the address of the next page, "" on the last."""
        page = self.page
        return self.page_address(page.next_page_number()) if page.has_next() else ""

    def _address(self, order: str, *, page: int = 1) -> str:
        chosen = [(name, one.value) for name, one in self.asked.chosen.items()]
        turned = [("page", str(page))] if page > 1 else []
        return self._written(
            [("q", self.asked.words), *chosen, ("sort", order), *turned]
        )

    def _written(self, own: Sequence[tuple[str, str]]) -> str:
        written = QueryDict(mutable=True)
        for name, value in self.others:
            written.appendlist(name, value)
        for name, value in own:
            if value:
                written[f"{self.table.prefix}{name}"] = value
        return f"{self.path}?{written.urlencode()}" if written else self.path
