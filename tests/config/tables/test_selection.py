"""The rows that an address asks for, stored and plain, in its order."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from django.http import QueryDict

from config.tables.definitions import Column, Table, filter_by, filter_of
from config.tables.table_view import ShownTable
from runs.models import Run, Track
from tests.make import make_run, make_track


class Plain(NamedTuple):
    """A row that is not stored."""

    uuid: str
    group: str
    score: float | None


PLAIN = Table(
    "plain",
    "row",
    "rows",
    "",
    (
        Column("name", "Name", lambda row: row.uuid),
        Column("score", "Score", lambda row: row.score, most_first=True),
        Column("note", "Note"),
    ),
    searched=lambda row: f"{row.uuid} {row.group}",
    filters=(filter_of("group", "Group", lambda row: row.group, [("x", "X")]),),
    a_page=2,
)
ROWS = [
    Plain("b", "x", 0.5),
    Plain("A", "y", None),
    Plain("c", "x", 0.25),
    Plain("d", "y", 1.0),
]


def shown(query: str, table: Table = PLAIN, rows: object = ROWS) -> ShownTable:
    return ShownTable(table, rows, QueryDict(query), "/here/")


def names(query: str) -> str:
    return "".join(row.uuid for row in shown(query).found)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", "bAcd"),
        ("sort=name", "Abcd"),
        ("sort=-name", "dcbA"),
        ("sort=score", "cbdA"),
        ("sort=-score", "dbcA"),
        ("sort=note", "bAcd"),
        ("sort=%00", "bAcd"),
        ("q=X", "bc"),
        ("q=x+c", "c"),
        ("q=%00x", "bc"),
        ("group=x", "bc"),
        ("group=z", "bAcd"),
        ("group=x&sort=score", "cb"),
    ],
)
def test_plain_rows_are_searched_filtered_and_sorted_undefined_last(
    query: str, found: str
) -> None:
    assert names(query) == found


def test_an_address_keeps_what_is_asked_and_what_is_not_the_table_s() -> None:
    part = shown("q=&group=x&sort=-score&page=9&other=1&other=2&bad=%3C")
    assert part.address == "/here/?other=1&other=2&bad=%3C&group=x&sort=-score"
    assert part.cleared == "/here/?other=1&other=2&bad=%3C&sort=-score"
    name, score, note = part.heads
    assert name.address == "/here/?other=1&other=2&bad=%3C&group=x&sort=name"
    assert (score.direction, name.direction) == ("descending", "")
    assert score.address.endswith("sort=score")
    assert note.address == ""


def test_pages_have_addresses_and_a_prefix_keeps_two_tables_apart() -> None:
    part = shown("page=2")
    assert [line.key for line in part.lines] == ["c", "d"]
    assert (part.before, part.after) == ("/here/", "")
    two = Table("two", "row", "rows", "", PLAIN.columns, a_page=2, prefix="two-")
    assert shown("page=2", two).after == "/here/?page=2&two-page=2"


def test_a_table_is_bare_only_without_any_rows() -> None:
    assert shown("", rows=[]).is_bare
    assert not shown("q=nothing").is_bare
    assert shown("q=nothing").counted == "0 rows"
    assert shown("q=x+c").counted == "1 row"


STORED = Table(
    "runs",
    "run",
    "runs",
    "",
    (Column("name", "Run", "name"), Column("priority", "Priority", "priority")),
    searched=("name", "group"),
    filters=(filter_by("task", "Task", Run.TASKS),),
)


@pytest.fixture
def track() -> Track:
    track = make_track()
    for name, group, task, priority in (
        ("one", "Lab", "rag", 2),
        ("two", "lab", "ag", None),
        ("three", "other", "rag", 1),
    ):
        run = make_run(track, name, group=group, task=task)
        Run.objects.filter(pk=run.pk).update(priority=priority)
    return track


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("sort=priority", ["three", "one", "two"]),
        ("sort=-priority", ["one", "three", "two"]),
        ("q=LAB&sort=name", ["one", "two"]),
        ("q=lab+tw", ["two"]),
        ("task=rag&sort=name", ["one", "three"]),
        ("task=rag&q=lab", ["one"]),
        ("q=%25", []),
    ],
)
def test_stored_rows_are_too(track: Track, query: str, found: list[str]) -> None:
    part = shown(query, STORED, Run.objects.filter(track=track))
    assert [run.name for run in part.found] == found
