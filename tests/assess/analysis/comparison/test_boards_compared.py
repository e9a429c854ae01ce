"""Imported boards compared: the figures of the 2025 overview's printed tables."""

from __future__ import annotations

import csv
from collections.abc import Callable
from io import StringIO
from urllib.parse import urlencode

import pytest
from django.test import Client

from accounts.models import User
from assess.analysis.models import ImportedBoard
from runs.models import Import, Track
from tests.make import make_run, make_track
from tests.page import markup
from tests.real_data import real
from tests.runs.import_form import bring_in

Rows = list[dict[str, str]]


@pytest.fixture
def track(omar: User) -> Track:
    return make_track(organizer=omar)


def key(name: str) -> str:
    return f"boards:{ImportedBoard.objects.get(name=name).uuid}"


@pytest.fixture
def compared(track: Track, omar_client: Client) -> Callable[[str, str], Rows]:
    """Return what gives the lines of the CSV on two boards, by their names."""

    def lines(left: str, right: str) -> Rows:
        query = urlencode({"left": key(left), "right_1": key(right)})
        address = f"/tracks/{track.uuid}/agreement/comparison/comparison.csv?{query}"
        text = omar_client.get(address).getvalue().decode()
        return list(csv.DictReader(StringIO(text)))

    return lines


def bring_table(track: Track, table: str, column: str) -> None:
    """Import a printed table's column as a board, and the runs that are new."""
    file = real(f"evaluators/rag/p4-table{table}.csv")
    with file.open(newline="") as source:
        rows = list(csv.DictReader(source))
    known = set(track.runs.values_list("name", flat=True))
    for name in {row["run"] for row in rows} - known:
        make_run(track, name)
    content = "".join(f"{row['run']}\t{row[column]}\n" for row in rows)
    row = bring_in(track, "board", content, name=f"{table} {column}")
    assert row.state == Import.LANDED, row.findings


@pytest.mark.parametrize(
    ("left", "right", "column", "n", "tau", "rho"),
    [
        ("5", "6", "nDCG30", 46, 0.9206, 0.9859),
        ("5", "6", "nDCG100", 46, 0.9323, 0.9899),
        ("7", "8", "strict_vital", 20, 0.8373, 0.9473),
        ("7", "9", "strict_vital", 20, 0.7764, 0.9257),
        ("7", "8", "coverage", 20, 0.7892, 0.9207),
        ("7", "9", "coverage", 20, 0.8587, 0.9577),
        ("11", "12", "weighted_precision", 55, 0.8181, 0.9429),
    ],
)
def test_printed_tables_are_ranked_alike_as_known(
    track: Track,
    compared: Callable[[str, str], Rows],
    left: str,
    right: str,
    column: str,
    n: int,
    tau: float,
    rho: float,
) -> None:
    for table in (left, right):
        bring_table(track, table, column)
    run, topic, pairs = compared(f"{left} {column}", f"{right} {column}")
    assert (run["level"], topic["level"], pairs["level"]) == ("run", "topic", "pairs")
    assert (int(run["n_runs"]), run["n_topics"]) == (n, "")
    assert round(float(run["tau_b"]), 4) == tau
    assert round(float(run["rho"]), 4) == rho
    assert run["tau_low"] == topic["tau_b"] == pairs["tau_b"] == ""


def test_ranks_are_turned_round(
    track: Track, compared: Callable[[str, str], Rows]
) -> None:
    for name in "abc":
        make_run(track, name)
    bring_in(track, "board", '{"a": 1, "b": 2, "c": 3}', name="ranks")
    bring_in(track, "board", "a\t.9\nb\t.5\nc\t.1\nelsewhere\t1\n", name="scores")
    assert float(compared("ranks", "scores")[0]["tau_b"]) == pytest.approx(1.0)
    assert compared("ranks", "scores")[0]["n_runs"] == "3"


def test_a_constant_board_has_no_tau(
    track: Track, compared: Callable[[str, str], Rows]
) -> None:
    for name in "ab":
        make_run(track, name)
    bring_in(track, "board", "a\t1\nb\t1\n", name="same")
    bring_in(track, "board", "a\t1\nb\t2\n", name="apart")
    assert compared("same", "apart")[0]["tau_b"] == ""


def test_the_page_shows_two_boards(track: Track, omar_client: Client) -> None:
    for name in "abc":
        make_run(track, name)
    bring_in(track, "board", "a\t3\nb\t2\nc\t1\n", name="one")
    bring_in(track, "board", "a\t3\nb\t1\nc\t2\n", name="two")
    query = urlencode({"left": key("one"), "right_1": key("two")})
    page = omar_client.get(f"/tracks/{track.uuid}/agreement/comparison/?{query}")
    assert page.status_code == 200
    assert "Run means over all topics of each side." in markup(page)
    assert page.context["table"].rows[0].cells[0].found.levels[0].way.tau.value > 0.3
