"""Every text and every JSON column of an archive has a bound, which is enforced."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db.models import CharField, JSONField, TextField
from pytest_django import Settings

from assess.exchange.archive.format.columns import name_of_column
from assess.exchange.archive.format.manifest import MANIFEST
from assess.exchange.archive.format.package import open_archive
from assess.exchange.archive.format.reader import Finding
from assess.exchange.archive.format.tables import Table, all_tables
from assess.exchange.archive.intake import checks as checking
from assess.exchange.archive.intake.checks import check_archive
from tests.assess.exchange.archive.crafted_values import member
from tests.assess.exchange.archive.damage.members import (
    Parts,
    refused,
    sealed,
    with_row,
)
from tests.assess.exchange.archive.transfer import bring_in, members_of

# Longer than any column's bound.
TOO_LONG = "x" * 4_000_001
NUMBERS = {"segment_ids", "scores"}  # columns of lists of them
RANKED = "tables/runs.rankedlist.jsonl"  # its scores are as many as its segments
EDITED = {"before", "after"}  # columns of lists whose rows have details

pytestmark = [
    pytest.mark.usefixtures("installation"),
    pytest.mark.stack("embedded"),
]


@pytest.fixture
def parts(data: bytes) -> Parts:
    return members_of(data)


def texts_of(table: Table) -> list[str]:
    """Return the names of the columns that could contain a text of any length."""
    kinds = (CharField, TextField, JSONField)
    return [
        name_of_column(column) for column in table.fields if isinstance(column, kinds)
    ]


def too_long(value: object, column: str) -> Any:  # noqa: ANN401 - what JSON can hold
    """Return a value like this one that exceeds every column's bound."""
    if isinstance(value, dict):
        return value | {"more": TOO_LONG}
    if isinstance(value, list) and column in NUMBERS:
        rows = 100_000 if isinstance(value[0], list) else 900_000
        return value * (rows // len(value))
    if isinstance(value, list) and column in EDITED:
        return [[1, "", None, {"more": TOO_LONG}]]
    return [*value, TOO_LONG] if isinstance(value, list) else TOO_LONG


def findings_of(parts: Parts, folder: Path) -> list[Finding]:
    file = folder / "a.zip"
    file.write_bytes(sealed(dict(parts)))
    with open_archive({"path": str(file)}) as package:
        return check_archive(package, lambda _rows, _table: None)


def rounds(tables: list[Table]) -> Iterator[list[tuple[Table, str]]]:
    """Yield columns, one of each table at a time."""
    most = max(len(texts_of(table)) for table in tables)
    for place in range(most):
        yield [
            (table, texts_of(table)[place])
            for table in tables
            if place < len(texts_of(table))
        ]


def test_no_column_takes_a_value_without_an_end(
    parts: Parts, tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.UNPACKED_RATIO = 10_000
    monkeypatch.setattr(checking, "MOST", 1_000)
    held = {member(table): table for table in all_tables() if texts_of(table)}
    assert {name for name in held if not parts.get(name)} == set()
    for columns in rounds(list(held.values())):
        changed = dict(parts)
        for table, column in columns:
            row = json.loads(parts[member(table)].splitlines()[0])
            names = NUMBERS & row.keys() if column in NUMBERS else [column]
            values = {name: too_long(row[name], name) for name in names}
            changed = with_row(changed, table.name, 1, **values)
        found = {each[:3] for each in findings_of(changed, tmp_path)}
        expected = {(member(table), 1, column) for table, column in columns}
        assert expected - found <= {(RANKED, 1, "scores")}


def test_each_text_and_json_column_has_a_bound() -> None:
    for table in all_tables():
        assert list(table.bounds) == texts_of(table), table.name


@pytest.mark.parametrize(
    ("table", "column", "most"),
    [
        ("jobs.job", "error", 4_000),
        ("jobs.jobfailure", "reason", 4_000),
        ("assess.remark", "text", 2_000),
        ("assess.guideline", "text", 50_000),
        ("nuggets.goldanswer", "text", 40_000),
        ("llm.call", "reply", 1_000_000),
    ],
)
def test_a_text_may_be_as_long_as_it_could_be_here(
    parts: Parts, table: str, column: str, most: int, tmp_path: Path
) -> None:
    longest = with_row(dict(parts), table, 1, **{column: "é" * most})
    assert findings_of(longest, tmp_path) == []
    longer = with_row(dict(parts), table, 1, **{column: "é" * (most + 1)})
    said = f"{column}: expected at most {most:,}, found {most + 1:,}"
    assert said in refused(sealed(longer), tmp_path)


def test_the_length_of_json_is_that_of_its_characters(
    parts: Parts, tmp_path: Path
) -> None:
    room = 100_000 - len('{"note": ""}')
    for length, expected in ((room, []), (room + 1, ["details"])):
        details = {"note": "é" * length}
        rows = with_row(dict(parts), "assess.change", 1, details=details)
        assert [each.field for each in findings_of(rows, tmp_path)] == expected


def test_a_last_row_that_is_refused_breaks_no_look_at_others(
    parts: Parts, tmp_path: Path
) -> None:
    name = "tables/nuggets.nugget.jsonl"
    last = len(parts[name].splitlines())
    rows = with_row(parts, "nuggets.nugget", last, text="x" * 20_001)
    rows = with_row(rows, "nuggets.listing", 1, nugget=last)
    assert f"line {last}, text: expected" in refused(sealed(rows), tmp_path)


def test_a_sealed_archive_still_comes_in(parts: Parts, tmp_path: Path) -> None:
    assert MANIFEST in parts
    assert bring_in(sealed(parts), tmp_path).error == ""
