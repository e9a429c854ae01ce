"""Compare an archive with the track of the same id in this installation."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from accounts.models import User
from assess.exchange.archive.format.lines import (
    Counted,
    LineNumbers,
    NotArchived,
    line_of,
    rows_of,
)
from assess.exchange.archive.format.package import Package
from assess.exchange.archive.format.reader import TableSheet, sheets_of
from assess.exchange.archive.intake.insertion import AT_ONCE, in_batches
from assess.exchange.archive.intake.matches import find_calls, find_people
from runs.models import Track

MOST = 20  # differences that are reported
MISSING = object()

Tell = Callable[[int, str], None]


def differences(track: Track, package: Package, tell: Tell) -> list[str]:
    """Return the differences, at most `MOST` sentences; empty if there are none.

    People and calls are equal if an import would identify them.
    """
    numbers, sheets = _Known(), sheets_of(package)
    counts = {sheet.member: _count(sheet, track, numbers) for sheet in sheets}
    found: list[str] = []
    for sheet in sheets:
        try:
            if sheet.table.meet:
                found += _met(sheet, package, numbers)
            elif counts[sheet.member] != sheet.facts.rows:
                here = counts[sheet.member]
                found.append(f"{sheet.member}: {sheet.facts.rows} rows, {here} here.")
            else:
                found += islice(_in_table(sheet, package, track, numbers, tell), 1)
        except NotArchived as error:
            found.append(f"{sheet.member}: {error}.")
        if len(found) >= MOST:
            break
    return found[:MOST]


class _Known(LineNumbers):
    """Line numbers of rows; those of people and calls as in the archive."""

    def __init__(self) -> None:
        super().__init__()
        self._met: dict[str, dict[int, int]] = {}

    def meet(self, table: str, lines: dict[int, int]) -> None:
        """Record which rows correspond to an archive's lines."""
        self._met[table] = lines

    def number(self, table: str, pk: int) -> int:
        """Return a row's line number; raise NotArchived."""
        if table not in self._met:
            return super().number(table, pk)
        if pk not in self._met[table]:
            raise NotArchived(f"here it names a row of {table} that the archive lacks")
        return self._met[table][pk]


def _count(sheet: TableSheet, track: Track, numbers: _Known) -> int:
    here = sheet.table.of(track).values_list("pk", flat=True)
    return numbers.note(sheet.table.name, here.iterator())


def _in_table(
    sheet: TableSheet, package: Package, track: Track, numbers: _Known, tell: Tell
) -> Iterator[str]:
    ours = rows_of(sheet.table, track, numbers)
    theirs = package.lines(sheet.member)
    for number, (line, row) in enumerate(zip(theirs, ours, strict=True), start=1):
        tell(1, sheet.table.title)
        if odd := _odd(line, row, sheet):
            yield f"{sheet.member}, line {number}: {', '.join(odd)} differ here."


def _odd(line: bytes, row: dict[str, Any], sheet: TableSheet) -> list[str]:
    """Return the columns in which a line and a row differ."""
    ours = {name: row[name] for name in sheet.columns}
    written = line_of(ours)
    if written == line:
        return []
    there, here = sheet.parsed(line), json.loads(written)
    return [name for name in sheet.columns if there.get(name, MISSING) != here[name]]


def _met(sheet: TableSheet, package: Package, numbers: _Known) -> list[str]:
    """Record which people and calls correspond; return those that do not exist here."""
    find: Any = find_people if sheet.table.model is User else find_calls
    lines: dict[int, int] = {}
    lacking: list[str] = []
    for rows in in_batches(sheet.rows(package), AT_ONCE):
        made = [
            sheet.table.model(**sheet.values(row, sheet.columns, Counted()))
            for _number, row in rows
        ]
        for (number, _row), each in zip(rows, find(made), strict=True):
            if each is None:
                lacking.append(f"{sheet.member}, line {number}: it is not here.")
            else:
                lines[each.pk] = number
    numbers.meet(sheet.table.name, lines)
    return lacking
