"""Archives with a crafted value in every column that accepts one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

from assess.exchange.archive.contents.jobs import job_kinds
from assess.exchange.archive.format.codecs import BadValue
from assess.exchange.archive.format.package import open_archive
from assess.exchange.archive.format.reader import Finding
from assess.exchange.archive.format.tables import Table, all_tables, get_table
from assess.exchange.archive.intake import checks
from tests.assess.exchange.archive.damage.members import Parts, sealed

Row = dict[str, Any]
KEYS = ("path", "sha256", "link", "import", "snapshot", "bank", "judge", "filename")


class Everywhere:
    """Resolves every line of every table, to test only a column's own rule."""

    def pk(self, _table: str, number: int) -> int:
        """Return the number, whatever it is."""
        return number


def in_json(value: Any, payload: str) -> Any:  # noqa: ANN401 - what JSON can hold
    """Return a JSON value with a payload for each text, and under each key."""
    if isinstance(value, dict):
        inside = {name: in_json(each, payload) for name, each in value.items()}
        return {payload: payload, **inside}
    if isinstance(value, list):
        return [*(in_json(each, payload) for each in value), payload]
    return payload if isinstance(value, str) else value


def crafted(value: Any, payload: str) -> Iterator[Any]:  # noqa: ANN401
    """Yield variants of a column's value with a payload, the largest change first."""
    if isinstance(value, dict):
        yield in_json(value, payload) | dict.fromkeys(KEYS, payload)
    if isinstance(value, dict | list):
        yield in_json(value, payload)
    if isinstance(value, dict):
        yield value | {payload: payload}
        yield {name: in_json(each, payload) for name, each in value.items()}
        yield from (value | {key: payload} for key in KEYS)
    yield payload


def takes(table: Table, column: str, value: Any, row: Row) -> bool:  # noqa: ANN401
    """Return whether a column accepts a value, by its own rule."""
    try:
        table.columns[column].read(value, row, Everywhere())
    except BadValue:
        return False
    return True


def craft_row(table: Table, row: Row, payload: str) -> dict[str, Any]:
    """Return the columns of a row that accept a payload, each with its new value."""
    found = {}
    for column, value in row.items():
        if column in ("uuid", "key"):
            continue
        made = (each for each in crafted(value, payload) if each != value)
        first = next((each for each in made if takes(table, column, each, row)), None)
        if first is not None:
            found[column] = first
    return found


def unique(table: Table) -> set[str]:
    """Return the columns that must be unique."""
    meta = table.model._meta
    together = {name for c in meta.constraints for name in getattr(c, "fields", ())}
    return together | {column.name for column in meta.fields if column.unique}


def craft(parts: Parts, payload: str, file: Path) -> bytes:
    """Return a valid archive with a payload in every column that accepts it.

    Jobs have failed, and are of every kind that archives contain, so that each can be
    retried.
    """
    tables = {
        table.name: [json.loads(line) for line in parts[member(table)].splitlines()]
        for table in all_tables()
        if member(table) in parts
    }
    changes = {
        (table.name, number, column): value
        for table in all_tables()
        for number, row in enumerate(tables.get(table.name, []))
        for column, value in craft_row(table, row, payload).items()
        if number == 0 or column not in unique(table)
    }
    for job, kind in zip(tables["jobs.job"], cycle(job_kinds()), strict=False):
        job |= {"kind": kind, "state": "failed"}
    while True:
        data = sealed(dict(parts) | _written(tables, changes))
        file.write_bytes(data)
        findings = _found_in(file)
        if not findings:
            return data
        for each in findings:
            name = each.member.removeprefix("tables/").removesuffix(".jsonl")
            del changes[name, each.line - 1, each.field]


def _found_in(file: Path) -> list[Finding]:
    """Return all errors of an archive, not only the first ones."""
    with pytest.MonkeyPatch.context() as told, open_archive({"path": str(file)}) as it:
        told.setattr(checks, "MOST", None)
        return checks.check_archive(it, lambda _rows, _table: None)


def member(table: Table) -> str:
    """Return the name of a table's file."""
    return f"tables/{table.name}.jsonl"


def _written(
    tables: dict[str, list[Row]], changes: dict[tuple[str, int, str], Any]
) -> Parts:
    rows = {name: [dict(row) for row in some] for name, some in tables.items()}
    for (name, number, column), value in changes.items():
        rows[name][number][column] = value
    return {
        member(get_table(name)): b"".join(
            json.dumps(row).encode() + b"\n" for row in some
        )
        for name, some in rows.items()
    }
