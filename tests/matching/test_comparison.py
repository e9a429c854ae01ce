"""Matching compared as CONE-RAG compares it: measure with measure, and with boards."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.test import Client

from accounts.models import User
from assess.analysis.comparison.presets import links_of
from assess.analysis.comparison.sides import Sides
from runs.models import Membership, Track
from tests.make import make_board
from tests.matching.conftest import Run
from tests.matching.example import decisions, make_worked, written

HOW = {"bank": "gold", "judge": "nli"}


@pytest.fixture
def track(omar: User, run: Run, tmp_path: Path) -> Track:
    track = make_worked()[0]
    Membership.objects.create(track=track, user=omar, role=Membership.ORGANIZER)
    run("import_decisions", track, written(tmp_path / "nli", decisions()), **HOW)
    return track


@pytest.mark.parametrize("table", ["Table 7", "Table 8"])
def test_the_papers_tables_are_made_of_what_is_there(
    track: Track, omar_client: Client, table: str
) -> None:
    make_board(track, {"run-a": 1.0}, "rouge")
    links = [link for link in links_of(Sides(track)) if f"CONE-RAG, {table}" in link[0]]
    page = omar_client.get(f"/tracks/{track.uuid}/agreement/comparison/?{links[0][1]}")
    assert links[0].query
    assert page.status_code == 200
    (row,) = page.context["table"].rows
    (cell,) = row.cells
    names = cell.found.left.measure.name, cell.found.right.measure.name
    assert (
        names
        == {
            "Table 7": ("ntn_recall", "ntr_recall"),
            "Table 8": ("ntn_recall", "board"),
        }[table]
    )
