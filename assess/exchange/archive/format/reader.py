"""An archive's rows as values of their columns, each checked as it is read."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from django.db.models import Field

from assess.exchange.archive.format.codecs import BadValue, Codec, Places
from assess.exchange.archive.format.columns import name_of_column
from assess.exchange.archive.format.manifest import TableFacts
from assess.exchange.archive.format.package import Damaged, Package
from assess.exchange.archive.format.tables import Table, all_tables
from runs.kernel.checks.places import VALUES, parts_of

EXCERPT = 60  # characters of the found value


def _no_number(name: str) -> float:
    raise ValueError(f"{name} is not a JSON number")


DECODER = json.JSONDecoder(parse_constant=_no_number)


class Finding(NamedTuple):
    """An error in an archive, and its place; line 0 for the whole file."""

    member: str
    line: int
    field: str
    message: str

    @property
    def place(self) -> str:
        """Return the place in words."""
        parts = [self.member or "The file"]
        parts += [f"line {self.line}"] if self.line else []
        return ", ".join([*parts, self.field] if self.field else parts)


class BadRow(ValueError):
    """A row that is invalid for its table; `field` is "" if it is no row at all."""

    def __init__(self, field: str, message: str) -> None:
        """Store the field with the message."""
        super().__init__(message)
        self.field = field


@dataclass(frozen=True)
class TableSheet:
    """A table of an archive, in the columns with which it was written."""

    table: Table
    facts: TableFacts

    @property
    def member(self) -> str:
        """Return the name of its file."""
        return self.facts.member

    @cached_property
    def columns(self) -> dict[str, Codec]:
        """Return the archive's columns, in its order."""
        return {name: self.table.columns[name] for name in self.facts.columns}

    @cached_property
    def at_once(self) -> dict[str, Codec]:
        """Return the columns that can be read before the tables below are imported."""
        later = self.table.later
        return {name: each for name, each in self.columns.items() if name not in later}

    def rows(self, package: Package) -> Iterator[tuple[int, dict[str, Any]]]:
        """Yield each line's number and its raw columns; raise Damaged."""
        for number, line in enumerate(package.lines(self.member), start=1):
            try:
                yield number, self.parsed(line)
            except BadRow as error:
                raise Damaged(str(error), self.member, number) from error

    def parsed(self, line: bytes) -> dict[str, Any]:
        """Return a line's columns; raise BadRow."""
        try:
            text = line.decode()
            row = DECODER.decode(text) if parts_of(text) <= VALUES else None
        except (ValueError, RecursionError) as error:
            raise BadRow("", f"It is not JSON ({error}).") from error
        if row is None:
            raise BadRow("", f"It is empty, or has more than {VALUES:,} values.")
        if not isinstance(row, dict):
            raise BadRow("", "It is not a JSON object.")
        if row.keys() != self.columns.keys():
            odd = ", ".join(sorted(row.keys() ^ self.columns.keys()))
            raise BadRow("", f"Its columns are not those of the manifest: {odd}.")
        return row

    def values(
        self, row: Mapping[str, Any], columns: Mapping[str, Codec], places: Places
    ) -> dict[str, Any]:
        """Return a row's values; raise BadRow with the field and its allowed values."""
        found = {}
        for name, codec in columns.items():
            try:
                found[name] = codec.read(row[name], row, places)
            except BadValue as error:
                said = repr(row[name])[:EXCERPT]
                raise BadRow(name, f"expected {error}, found {said}") from error
        return found


def sheets_of(package: Package) -> list[TableSheet]:
    """Return an archive's tables in the order in which they can be read.

    Raise Damaged if it contains a table or column that this Assay does not know, or
    lacks a required one.
    """
    facts = {each.name: each for each in package.manifest.tables}
    known = all_tables()
    for name in sorted(set(facts) - {table.name for table in known}):
        raise Damaged(_newer(package), facts[name].member)
    found = [TableSheet(each, facts[each.name]) for each in known if each.name in facts]
    for sheet in found:
        _check_columns(package, sheet)
    return found


def _check_columns(package: Package, sheet: TableSheet) -> None:
    known = {name_of_column(column): column for column in sheet.table.fields}
    given = set(sheet.facts.columns)
    if given - known.keys():
        odd = ", ".join(sorted(given - known.keys()))
        raise Damaged(f"{_newer(package)} Unknown columns: {odd}.", sheet.member)
    lacking = {
        name for name in known if name not in given and not _may_lack(known[name])
    }
    if lacking:
        odd = ", ".join(sorted(lacking))
        raise Damaged(f"Its table lacks columns: {odd}.", sheet.member)


def _may_lack(column: Field[Any, Any]) -> bool:
    """Return whether older archives may lack a column: it then has a default."""
    return column.has_default() or column.null


def _newer(package: Package) -> str:
    return (
        f"Assay {package.manifest.assay} wrote it, and this Assay does not know it. "
        "Use that version or a newer one."
    )
